import type { Session } from '@supabase/supabase-js'
import { useRef, useState } from 'react'
import { redeemLink } from '../../../backend/account.ts'
import { prepareClient } from '../../../backend/client.ts'
import { needsSecondFactor } from '../../../backend/second-factor.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/toast-store.ts'
import { type AccountRefusal, type NextStep, OLD_LINK, refusalOf } from '../account-errors.ts'
import { showAccount } from '../account-view.ts'
import { RefusalNote } from '../fields/refusal-note.tsx'
import { focusDialogTitle } from '../focus-view.ts'
import { useIsMounted } from '../use-is-mounted.ts'
import { accountHeadingOf, accountWords, confirmButtonLabelOf, notices } from '../words.ts'

type ConfirmLinkProps = { type: string; tokenHash: string; onDone: () => void }

/** The view that a link in a mail opens. Its token is redeemed only by a press on a button, because mail scanners follow links. */
export function ConfirmLinkView({ type, tokenHash, onDone }: ConfirmLinkProps) {
  const [refusal, setRefusal] = useState<AccountRefusal | null>(null)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const isStillHere = useIsMounted()

  async function confirm() {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setRefusal(null)
    const outcome = await redeemLink(type, tokenHash)
    busy.current = false
    setSending(false)
    const isHere = isStillHere()
    if (!outcome.ok) {
      const next = refusalOf(outcome.error, 'link')
      setRefusal(next)
      if (!isHere)
        return notify({
          kind: 'error',
          title: accountHeadingOf({ name: 'confirm-link', type, tokenHash }).title,
          text: next.text,
        })
      if (next === OLD_LINK) focusDialogTitle() // the button that had the focus was removed
      return
    }
    const { session } = outcome.value
    if (!isHere) return notifyAfterLeaving(type, session)
    if (session === null) return showAccount({ name: 'other-mailbox' })
    if (type === 'recovery' || type === 'invite') return showAccount({ name: 'new-password' })
    if (needsSecondFactor(session)) return showAccount({ name: 'second-factor' })
    onDone()
    notify({ kind: 'success', ...noticeOf(type) })
  }

  return (
    <div className="grid gap-5">
      {refusal && (
        <RefusalNote refusal={refusal === OLD_LINK ? { ...refusal, way: newMail[type] ?? 'magic-code' } : refusal} />
      )}
      {refusal !== OLD_LINK && (
        <Button size="lg" fullWidth loading={sending} onIntent={prepareClient} onClick={confirm}>
          {sending ? accountWords.checking : confirmButtonLabelOf(type)}
        </Button>
      )}
    </div>
  )
}

/** Shows the result of a confirmed link in a toast, because the visitor has closed the dialog meanwhile. Does not reopen the dialog. */
function notifyAfterLeaving(type: string, session: Session | null) {
  if (session && !needsSecondFactor(session)) return notify({ kind: 'success', ...noticeOf(type) })
  const { title, subtitle } = accountHeadingOf({ name: session ? 'second-factor' : 'other-mailbox' })
  notify({ kind: 'note', title, text: subtitle })
}

function noticeOf(type: string) {
  if (type === 'email_change') return notices.addressChanged
  return type === 'magiclink' || type === 'recovery' ? notices.signedIn : notices.confirmed
}

/** The next step to offer for an expired link, by link type. Restarting a change of address needs the founders' help. */
const newMail: Readonly<Record<string, NextStep>> = { recovery: 'new-password', email_change: 'contact' }
