import { type AuthMailPurpose, requestAuthMail } from '../../../backend/account.ts'
import { readSessionUser, useSession } from '../../../backend/session.ts'
import { AccountForm } from '../account-form.tsx'
import { readTypedEmail, showAccountView } from '../account-view.ts'
import { EmailField, TextButton } from '../fields/fields.tsx'
import { showMailSent } from '../mail-sent.ts'
import { useAccountForm } from '../use-account-form.ts'
import { accountWords } from '../words.ts'

/** The form to request a mail with a sign-in code or a recovery link. The visitor enters the e-mail address. */
export function RequestMailForm({ purpose }: { purpose: AuthMailPurpose }) {
  const { session } = useSession()
  const form = useAccountForm({
    initial: { email: readTypedEmail() || readSessionUser(session).email },
    send: ({ email }) => requestAuthMail(purpose, email),
    onDone: (_, { email }, isStillHere) => showMailSent(isStillHere, purpose, email),
  })
  return (
    <div className="grid gap-3">
      <AccountForm
        form={form}
        submit={purpose === 'email' ? accountWords.sendCode : accountWords.sendLink}
        sending={accountWords.sending}
      >
        <EmailField {...form.bind('email')} />
      </AccountForm>
      {session === null && (
        <p>
          <TextButton onPress={() => showAccountView({ name: 'sign-in' })}>{accountWords.back}</TextButton>
        </p>
      )}
    </div>
  )
}
