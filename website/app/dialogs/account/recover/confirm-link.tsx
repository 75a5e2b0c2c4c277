import { runAfterFrame } from '@site/ui/after-frame.ts'
import { Button } from '@site/ui/button.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useBusyAction } from '@site/ui/use-busy-action.ts'
import type { Session } from '@supabase/supabase-js'
import { useState } from 'react'
import { redeemMailLink } from '../../../backend/account.ts'
import { preloadSupabaseClient } from '../../../backend/client.ts'
import { needsSecondFactor } from '../../../backend/second-factor.ts'
import {
  type AccountErrorMessage,
  type AccountNextStep,
  describeAccountError,
  EXPIRED_LINK_ERROR,
  INCOMPLETE_LINK_ERROR,
} from '../account-errors.ts'
import { showAccountView } from '../account-view.ts'
import { AccountErrorNote } from '../fields/account-error-note.tsx'
import { focusDialogTitle } from '../focus-view.ts'
import { useIsMounted } from '../use-is-mounted.ts'
import { accountToasts, accountWords, getAccountHeading, getConfirmButtonLabel } from '../words.ts'

type ConfirmLinkProps = { type: string; tokenHash: string; onDone: () => void }

/** The view of a link that reached the page without its token or type: what happened, and how to get a new link. */
export function IncompleteLinkNote({ type }: { type: string | null }) {
  return <AccountErrorNote refusal={{ ...INCOMPLETE_LINK_ERROR, way: newMail[type ?? ''] ?? 'magic-code' }} />
}

/**
 * The view that is shown after the visitor opened a confirmation link from a mail. The link's token is redeemed only after a press on a
 * button, because mail scanners open links automatically.
 */
export function ConfirmLinkView({ type, tokenHash, onDone }: ConfirmLinkProps) {
  const [refusal, setRefusal] = useState<AccountErrorMessage | null>(null)
  const { busy: sending, run } = useBusyAction(() => setRefusal(describeAccountError(null)))
  const isStillHere = useIsMounted()

  async function confirm() {
    setRefusal(null)
    const outcome = await redeemMailLink(type, tokenHash)
    const isHere = isStillHere()
    if (!outcome.ok) {
      const next = describeAccountError(outcome.error, 'link')
      setRefusal(next)
      if (!isHere)
        return showToast({
          kind: 'error',
          title: getAccountHeading({ name: 'confirm-link', type, tokenHash }).title,
          text: next.text,
        })
      if (next === EXPIRED_LINK_ERROR) focusDialogTitle() // because the button that had the focus was removed
      return
    }
    const { session } = outcome.value
    if (!isHere) return notifyAfterLeaving(type, session)
    if (session === null) return showAccountView({ name: 'other-mailbox' })
    if (type === 'recovery' || type === 'invite') return showAccountView({ name: 'new-password' })
    if (needsSecondFactor(session)) return showAccountView({ name: 'second-factor' })
    onDone()
    showToast({ kind: 'success', ...noticeOf(type) })
  }

  return (
    <div className="grid gap-5">
      {refusal && (
        <AccountErrorNote
          refusal={refusal === EXPIRED_LINK_ERROR ? { ...refusal, way: newMail[type] ?? 'magic-code' } : refusal}
        />
      )}
      {refusal !== EXPIRED_LINK_ERROR && (
        <Button size="lg" fullWidth loading={sending} onIntent={preloadSupabaseClient} onClick={() => run(confirm)}>
          {sending ? accountWords.checking : getConfirmButtonLabel(type)}
        </Button>
      )}
    </div>
  )
}

/**
 * Shows the result of redeeming a mailed link in a toast, because the visitor has closed the dialog meanwhile. Does not reopen the dialog.
 */
function notifyAfterLeaving(type: string, session: Session | null) {
  if (session && !needsSecondFactor(session)) return showToast({ kind: 'success', ...noticeOf(type) })
  const { title, subtitle } = getAccountHeading({ name: session ? 'second-factor' : 'other-mailbox' })
  showToast({ kind: 'note', title, text: subtitle })
}

function noticeOf(type: string) {
  if (type === 'email_change') return accountToasts.addressChanged
  return type === 'magiclink' || type === 'recovery' ? accountToasts.signedIn : accountToasts.confirmed
}

/**
 * The next step to offer when a link has expired, by link type. For a change of e-mail address it is the contact form, because visitors
 * cannot request such a change on the site.
 */
const newMail: Readonly<Record<string, AccountNextStep>> = { recovery: 'new-password', email_change: 'contact' }

/**
 * The view after the first of the two confirmations that a change of e-mail address needs: asks for the confirmation from the other
 * mailbox.
 */
export function OtherMailboxNote({ onDone }: { onDone: () => void }) {
  return (
    <div className="grid gap-5">
      <p>
        We’ve also sent an email to the other address. Open the link in it to finish the change. Until then, sign in as
        before.
      </p>
      <Button variant="outline" onClick={() => runAfterFrame(onDone)}>
        {accountWords.done}
      </Button>
    </div>
  )
}
