import { showToast } from '@site/ui/toast-store.ts'
import { setPassword } from '../../../backend/account.ts'
import { readSessionUser, useSession } from '../../../backend/session.ts'
import { AccountForm } from '../account-form.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { PasswordManagerUsername } from '../fields/password-manager-username.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { accountToasts, accountWords } from '../words.ts'

/** The form to set a new password after a recovery. The recovery mail has authenticated the user, so the old password is not needed. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { email } = readSessionUser(useSession().session)
  const form = useAccountForm({
    initial: { password: '' },
    rules: 'new',
    send: ({ password }) => setPassword(password),
    onDone(_, __, isStillHere) {
      if (isStillHere) onDone()
      showToast({ kind: 'success', ...accountToasts.passwordSaved })
    },
  })
  return (
    <AccountForm form={form} submit={accountWords.savePassword} sending={accountWords.saving}>
      <PasswordManagerUsername email={email} />
      <PasswordField
        {...form.bind('password')}
        label={accountWords.newPassword}
        autoComplete="new-password"
        hint={accountWords.passwordHint}
      />
    </AccountForm>
  )
}
