import { NAME_MAX_CHARACTERS } from '@site/contract/limits'
import { TextField } from '@site/ui/field.tsx'
import { signUp } from '../../../backend/account.ts'
import { AccountForm } from '../account-form.tsx'
import { readTypedEmail, showAccountView } from '../account-view.ts'
import { EmailField, PasswordField, TextButton } from '../fields/fields.tsx'
import { showMailSent } from '../mail-sent.ts'
import { useAccountForm } from '../use-account-form.ts'
import { accountWords } from '../words.ts'

/**
 * The registration form. After submission it shows the same text whether or not the address already has an account, so that it does not
 * reveal which addresses are registered.
 */
export function SignUpView() {
  const form = useAccountForm({
    initial: { name: '', email: readTypedEmail(), password: '' },
    rules: 'new',
    send: ({ name, email, password }) => signUp({ name, email, password }),
    onDone({ session }, { email }, isStillHere) {
      if (session === null) showMailSent(isStillHere, 'signup', email)
    },
  })
  return (
    <div className="grid gap-5">
      <AccountForm form={form} submit={accountWords.createAccount} sending={accountWords.creating}>
        <TextField
          {...form.bind('name')}
          label={accountWords.name}
          autoComplete="name"
          maxLength={NAME_MAX_CHARACTERS}
        />
        <EmailField {...form.bind('email')} />
        <PasswordField
          {...form.bind('password')}
          label={accountWords.password}
          autoComplete="new-password"
          hint={accountWords.passwordHint}
        />
        <p className="text-sm text-muted">
          {accountWords.addressUse}{' '}
          <a href="/privacy" target="_blank" rel="noopener" className="text-link">
            {accountWords.privacy}
          </a>
        </p>
      </AccountForm>
      <p className="flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-3 text-muted">
        {accountWords.haveAccount}
        <TextButton onPress={() => showAccountView({ name: 'sign-in' })}>{accountWords.signIn}</TextButton>
      </p>
    </div>
  )
}
