import { Button } from '@site/ui/button.tsx'
import type { ReactNode } from 'react'
import { preloadSupabaseClient } from '../../backend/client.ts'
import { OtherFieldErrors } from '../field-errors.tsx'
import type { AccountField } from './account-errors.ts'
import { AccountErrorNote } from './fields/account-error-note.tsx'
import type { AccountFormState } from './use-account-form.ts'
import { accountWords } from './words.ts'

const labels: Record<AccountField, string> = {
  name: accountWords.name,
  email: accountWords.email,
  current: accountWords.currentPassword,
  password: accountWords.password,
  code: accountWords.mailedCode,
}

type AccountFormProps<Field extends AccountField> = {
  form: AccountFormState<Field>
  submit: string
  sending: string
  children: ReactNode
}

/** A form of the account dialog: fields, errors and submit button. */
export function AccountForm<Field extends AccountField>({ form, submit, sending, children }: AccountFormProps<Field>) {
  const { ref, faults, refusal, onSubmit } = form
  return (
    <form ref={ref} noValidate className="dialog-form" onSubmit={onSubmit} onFocus={preloadSupabaseClient}>
      {children}
      <OtherFieldErrors faults={faults} labels={labels} />
      {refusal && <AccountErrorNote refusal={refusal} besideField={form.isBesideField} />}
      <Button type="submit" size="lg" fullWidth loading={form.sending}>
        {form.sending ? sending : submit}
      </Button>
    </form>
  )
}
