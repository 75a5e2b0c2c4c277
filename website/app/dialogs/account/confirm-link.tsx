import { useRef, useState } from 'react'
import { redeemLink } from '../../backend/account.ts'
import { prepareClient } from '../../backend/client.ts'
import { awaitsSecondFactor } from '../../backend/session.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast-store.ts'
import { OLD_LINK, type Refusal, refusalOf, type Way } from './account-errors.ts'
import { showAccount } from './account-view.ts'
import { focusTitle } from './focus-view.ts'
import { RefusalNote } from './refusal-note.tsx'
import { linkButton, notices, words } from './words.ts'

type ConfirmLinkProps = { type: string; tokenHash: string; onDone: () => void }

/** What the link in a mail opens: one press uses it up. A program that follows links does not press. */
export function ConfirmLink({ type, tokenHash, onDone }: ConfirmLinkProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)

  async function confirm() {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setRefusal(null)
    const outcome = await redeemLink(type, tokenHash)
    busy.current = false
    setSending(false)
    if (!outcome.ok) {
      const next = refusalOf(outcome.error, 'link')
      setRefusal(next)
      if (next === OLD_LINK) focusTitle() // the button is gone
      return
    }
    const { session } = outcome.value
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

function noticeOf(type: string) {
  if (type === 'email_change') return notices.addressChanged
  return type === 'magiclink' ? notices.signedIn : notices.confirmed
}

/** An old link leads to a new mail of its own kind; a change of address is begun by the founders' help only. */
const newMail: Readonly<Record<string, Way>> = { recovery: 'new-password', email_change: 'contact' }
