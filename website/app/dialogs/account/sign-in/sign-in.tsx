import { signIn } from '../../../backend/account.ts'
import type { Refusal } from '../account-errors.ts'
import { AccountForm } from '../account-form.tsx'
import { readTypedEmail, showAccount } from '../account-view.ts'
import { EmailField } from '../fields/email-field.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { RefusalNote } from '../fields/refusal-note.tsx'
import { TextButton } from '../fields/text-button.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { useAuthSettings } from '../use-auth-settings.ts'
import { words } from '../words.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'

/** The view to sign in with a password or another method that the auth service offers. The dialog continues when the session store updates. */
export function SignIn({ refusal }: { refusal: Refusal | undefined }) {
  const { newAccounts } = useAuthSettings()
  const form = useAccountForm({
    initial: { email: readTypedEmail(), password: '' },
    send: ({ email, password }) => signIn(email.trim(), password),
  })
  return (
    <div className="grid gap-5">
      {refusal && <RefusalNote refusal={refusal} />}
      <AccountForm form={form} submit={words.signIn} sending={words.signingIn}>
        <EmailField {...form.bind('email')} autoComplete="username" />
        <PasswordField {...form.bind('password')} label={words.password} autoComplete="current-password" />
      </AccountForm>
      <p className="flex flex-wrap justify-between gap-x-6">
        <TextButton onPress={() => showAccount({ name: 'forgotten-password' })}>{words.forgotten}</TextButton>
        <TextButton onPress={() => showAccount({ name: 'magic-code' })}>{words.magicCode}</TextButton>
      </p>
      <OtherSignInMethods />
      {newAccounts && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-3 text-muted">
          {words.noAccount}
          <TextButton onPress={() => showAccount({ name: 'sign-up' })}>{words.createAccount}</TextButton>
        </p>
      )}
    </div>
  )
}
