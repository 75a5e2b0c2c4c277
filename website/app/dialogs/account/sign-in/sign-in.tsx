import { signIn } from '../../../backend/account.ts'
import type { AccountErrorMessage } from '../account-errors.ts'
import { AccountForm } from '../account-form.tsx'
import { readTypedEmail, showAccountView } from '../account-view.ts'
import { AccountErrorNote } from '../fields/account-error-note.tsx'
import { EmailField, PasswordField, TextButton } from '../fields/fields.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { useAuthSettings } from '../use-auth-calls.ts'
import { accountWords } from '../words.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'

/**
 * The view to sign in with a password or another method that the auth service offers. When the session store reports the new session,
 * `useFollowSession` closes the dialog or asks for the second factor.
 */
export function SignInView({ refusal }: { refusal: AccountErrorMessage | undefined }) {
  const { newAccounts } = useAuthSettings()
  const form = useAccountForm({
    initial: { email: readTypedEmail(), password: '' },
    send: ({ email, password }) => signIn(email, password),
  })
  return (
    <div className="grid gap-5">
      {refusal && <AccountErrorNote refusal={refusal} />}
      <AccountForm form={form} submit={accountWords.signIn} sending={accountWords.signingIn}>
        <EmailField {...form.bind('email')} autoComplete="username" />
        <PasswordField {...form.bind('password')} label={accountWords.password} autoComplete="current-password" />
      </AccountForm>
      <p className="flex flex-wrap justify-between gap-x-6">
        <TextButton onPress={() => showAccountView({ name: 'forgotten-password' })}>
          {accountWords.forgotten}
        </TextButton>
        <TextButton onPress={() => showAccountView({ name: 'magic-code' })}>{accountWords.magicCode}</TextButton>
      </p>
      <OtherSignInMethods />
      {newAccounts && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-3 text-muted">
          {accountWords.noAccount}
          <TextButton onPress={() => showAccountView({ name: 'sign-up' })}>{accountWords.createAccount}</TextButton>
        </p>
      )}
    </div>
  )
}
