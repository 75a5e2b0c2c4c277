import { EMAIL_MAX_CHARACTERS } from '@site/contract/limits'
import { TextField } from '@site/ui/field.tsx'
import type { BoundFieldProps } from '../use-account-form.ts'
import { accountWords } from '../words.ts'

/** The e-mail field of account forms. Its autocomplete value lets password managers store the address as the user name. */
export function EmailField({
  autoComplete = 'email',
  ...bound
}: BoundFieldProps & { autoComplete?: 'username' | 'email' }) {
  return (
    <TextField
      {...bound}
      label={accountWords.email}
      type="email"
      autoComplete={autoComplete}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={EMAIL_MAX_CHARACTERS}
    />
  )
}
