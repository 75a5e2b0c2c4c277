import { useRef, useState } from 'react'
import { type MailPurpose, redeemCode, sendMail } from '../../../backend/account.ts'
import { useSession } from '../../../backend/session.ts'
import { refusalOf } from '../account-errors.ts'
import { AccountForm } from '../account-form.tsx'
import { showAccount } from '../account-view.ts'
import { extractDigits } from '../checks.ts'
import { CodeField } from '../fields/code-field.tsx'
import { TextButton } from '../fields/text-button.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { words } from '../words.ts'

type CheckMailProps = { purpose: MailPurpose; email: string }

/**
 * Asks the visitor to open the link in the mail or to enter its code. A correct code signs the visitor in; for a password recovery, the
 * dialog then asks for a new password.
 */
export function CheckMailForm({ purpose, email }: CheckMailProps) {
  const { session } = useSession()
  const form = useAccountForm({
    initial: { code: '' },
    send: ({ code }) => redeemCode(purpose, email, extractDigits(code)),
    onDone(_, __, isStillHere) {
      if (purpose === 'recovery' && isStillHere) showAccount({ name: 'new-password' })
    },
  })
  const [sentAgain, setSentAgain] = useState(false)
  const asking = useRef(false)

  async function sendAgain() {
    if (asking.current) return
    asking.current = true
    setSentAgain(false)
    const sent = await sendMail(purpose, email)
    asking.current = false
    if (sent.ok) setSentAgain(true)
    else form.refuse(refusalOf(sent.error))
  }

  return (
    <div className="grid gap-5">
      <p>
        It goes to <strong className="font-semibold wrap-anywhere">{email}</strong>. Open the link in it, or type its
        code here.
      </p>
      <AccountForm form={form} submit={words.confirm} sending={words.checking}>
        <CodeField {...form.bind('code')} label={words.mailedCode} />
      </AccountForm>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          {words.noMail}
          <TextButton onPress={sendAgain}>{words.sendAgain}</TextButton>
        </p>
        <p role="status" className="text-sm text-sage">
          {sentAgain && words.sentAgain}
        </p>
        {session === null && <TextButton onPress={() => showAccount({ name: 'sign-in' })}>{words.back}</TextButton>}
      </div>
    </div>
  )
}
