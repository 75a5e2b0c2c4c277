import { showToast } from '@site/ui/toast-store.ts'
import type { ReactNode } from 'react'
import { setPassword } from '../../../backend/account.ts'
import { readSessionUser, useSession } from '../../../backend/session.ts'
import { AccountForm } from '../account-form.tsx'
import { showAccountView } from '../account-view.ts'
import { PasswordField, PasswordManagerUsername, TextButton } from '../fields/fields.tsx'
import { type AccountFormState, useAccountForm } from '../use-account-form.ts'
import { accountToasts, accountWords } from '../words.ts'

/** The form to set a new password after a recovery. The recovery mail has authenticated the user, so the old password is not needed. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const form = useAccountForm({
    initial: { password: '' },
    rules: 'new',
    send: ({ password }) => setPassword(password),
    onDone: (_, __, isStillHere) => confirmSaved(isStillHere, onDone),
  })
  return <PasswordForm form={form} />
}

/** The form to change the password, which requires the current password. For a forgotten password it offers a recovery mail. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const form = useAccountForm({
    initial: { current: '', password: '' },
    rules: 'new',
    send: ({ current, password }) => setPassword(password, current),
    onDone: (_, __, isStillHere) => confirmSaved(isStillHere, onDone),
  })
  return (
    <PasswordForm form={form}>
      <div>
        <PasswordField {...form.bind('current')} label={accountWords.currentPassword} autoComplete="current-password" />
        <TextButton onPress={() => showAccountView({ name: 'forgotten-password' })}>
          {accountWords.currentUnknown}
        </TextButton>
      </div>
    </PasswordForm>
  )
}

function PasswordForm({ form, children }: { form: AccountFormState<'password'>; children?: ReactNode }) {
  const { email } = readSessionUser(useSession().session)
  return (
    <AccountForm form={form} submit={accountWords.savePassword} sending={accountWords.saving}>
      <PasswordManagerUsername email={email} />
      {children}
      <PasswordField
        {...form.bind('password')}
        label={accountWords.newPassword}
        autoComplete="new-password"
        hint={accountWords.passwordHint}
      />
    </AccountForm>
  )
}

function confirmSaved(isStillHere: boolean, onDone: () => void) {
  if (isStillHere) onDone()
  showToast({ kind: 'success', ...accountToasts.passwordSaved })
}
