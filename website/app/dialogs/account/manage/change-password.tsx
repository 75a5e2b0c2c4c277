import { showToast } from '@site/ui/toast-store.ts'
import { setPassword } from '../../../backend/account.ts'
import { readSessionUser, useSession } from '../../../backend/session.ts'
import { AccountForm } from '../account-form.tsx'
import { showAccountView } from '../account-view.ts'
import { PasswordField } from '../fields/password-field.tsx'
import { PasswordManagerUsername } from '../fields/password-manager-username.tsx'
import { TextButton } from '../fields/text-button.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { accountToasts, accountWords } from '../words.ts'

/** The form to change the password, which requires the current password. For a forgotten password it offers a recovery mail. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { email } = readSessionUser(useSession().session)
  const form = useAccountForm({
    initial: { current: '', password: '' },
    rules: 'new',
    send: ({ current, password }) => setPassword(password, current),
    onDone(_, __, isStillHere) {
      if (isStillHere) onDone()
      showToast({ kind: 'success', ...accountToasts.passwordSaved })
    },
  })

  return (
    <AccountForm form={form} submit={accountWords.savePassword} sending={accountWords.saving}>
      <PasswordManagerUsername email={email} />
      <div>
        <PasswordField {...form.bind('current')} label={accountWords.currentPassword} autoComplete="current-password" />
        <TextButton onPress={() => showAccountView({ name: 'forgotten-password' })}>
          {accountWords.currentUnknown}
        </TextButton>
      </div>
      <PasswordField
        {...form.bind('password')}
        label={accountWords.newPassword}
        autoComplete="new-password"
        hint={accountWords.passwordHint}
      />
    </AccountForm>
  )
}
