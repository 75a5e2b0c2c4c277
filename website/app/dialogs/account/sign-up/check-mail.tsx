import { useBusyAction } from '@site/ui/use-busy-action.ts'
import { useState } from 'react'
import { type AuthMailPurpose, redeemMailCode, requestAuthMail } from '../../../backend/account.ts'
import { useSession } from '../../../backend/session.ts'
import { describeAccountError } from '../account-errors.ts'
import { AccountForm } from '../account-form.tsx'
import { showAccountView } from '../account-view.ts'
import { extractDigits } from '../checks.ts'
import { CodeField, TextButton } from '../fields/fields.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { accountWords } from '../words.ts'

type CheckMailProps = { purpose: AuthMailPurpose; email: string }

/**
 * Asks the visitor to open the link in the mail or to enter its code. A correct code signs the visitor in; for a password recovery, the
 * dialog then asks for a new password.
 */
export function CheckMailForm({ purpose, email }: CheckMailProps) {
  const { session } = useSession()
  const form = useAccountForm({
    initial: { code: '' },
    send: ({ code }) => redeemMailCode(purpose, email, extractDigits(code)),
    onDone(_, __, isStillHere) {
      if (purpose === 'recovery' && isStillHere) showAccountView({ name: 'new-password' })
    },
  })
  const [sentAgain, setSentAgain] = useState(false)
  const { run } = useBusyAction(() => form.refuse(describeAccountError(null)))

  async function sendAgain() {
    setSentAgain(false)
    const sent = await requestAuthMail(purpose, email)
    if (sent.ok) setSentAgain(true)
    else form.refuse(describeAccountError(sent.error))
  }

  return (
    <div className="grid gap-5">
      <p>
        It’s going to <strong className="font-semibold wrap-anywhere">{email}</strong>. Open the link in it, or enter
        the code here.
      </p>
      <AccountForm form={form} submit={accountWords.confirm} sending={accountWords.checking}>
        <CodeField {...form.bind('code')} label={accountWords.mailedCode} />
      </AccountForm>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          {accountWords.noMail}
          <TextButton onPress={() => run(sendAgain)}>{accountWords.sendAgain}</TextButton>
        </p>
        <p role="status" className="text-sm text-sage">
          {sentAgain && accountWords.sentAgain}
        </p>
        {session === null && (
          <TextButton onPress={() => showAccountView({ name: 'sign-in' })}>{accountWords.back}</TextButton>
        )}
      </div>
    </div>
  )
}
