import type { Session } from '@supabase/supabase-js'
import { useRef, useState } from 'react'
import { redeemLink } from '../../backend/account.ts'
import { prepareClient } from '../../backend/client.ts'
import { awaitsSecondFactor } from '../../backend/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast-store.ts'
import { type NextStep, OLD_LINK, type Refusal, refusalOf } from './account-errors.ts'
import { showAccount } from './account-view.ts'
import { focusTitle } from './focus-view.ts'
import { RefusalNote } from './refusal-note.tsx'
import { useStillHere } from './use-still-here.ts'
import { headingOf, linkButton, notices, words } from './words.ts'

type ConfirmLinkProps = { type: string; tokenHash: string; onDone: () => void }

/** The view of a link in a mail: a press on its button redeems the token. Mail scanners that follow links do not press it. */
export function ConfirmLink({ type, tokenHash, onDone }: ConfirmLinkProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const isStillHere = useStillHere()

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
          title: headingOf({ name: 'confirm-link', type, tokenHash }).title,
          text: next.text,
        })
      if (next === OLD_LINK) focusTitle() // the focused button was removed
      return
    }
    const { session } = outcome.value
    if (!isHere) return notifyAfterLeaving(type, session)
    if (session === null) return showAccount({ name: 'other-mailbox' })
    if (type === 'recovery' || type === 'invite') return showAccount({ name: 'new-password' })
    if (awaitsSecondFactor(session)) return showAccount({ name: 'second-factor' })
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
          {sending ? words.checking : linkButton(type)}
        </Button>
      )}
    </div>
  )
}

/** Shows the result in a toast when the visitor has closed the dialog meanwhile; the dialog does not open again. */
function notifyAfterLeaving(type: string, session: Session | null) {
  if (session && !awaitsSecondFactor(session)) return notify({ kind: 'success', ...noticeOf(type) })
  const { title, subtitle } = headingOf({ name: session ? 'second-factor' : 'other-mailbox' })
  notify({ kind: 'note', title, text: subtitle })
}

function noticeOf(type: string) {
  if (type === 'email_change') return notices.addressChanged
  return type === 'magiclink' || type === 'recovery' ? notices.signedIn : notices.confirmed
}

/** The next step for an expired link, by type. A change of address can only be started again with the founders' help. */
const newMail: Readonly<Record<string, NextStep>> = { recovery: 'new-password', email_change: 'contact' }
