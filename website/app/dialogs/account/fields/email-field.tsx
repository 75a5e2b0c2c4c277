import { EMAIL_MAX } from '@site/contract/limits'
import { Field } from '../../../ui/field.tsx'
import type { Bound } from '../use-account-form.ts'
import { words } from '../words.ts'

/** The e-mail field of account forms. Its autocomplete value lets password managers store the address as the user name. */
export function EmailField({ autoComplete = 'email', ...bound }: Bound & { autoComplete?: 'username' | 'email' }) {
  return (
    <Field
      {...bound}
      label={words.email}
      type="email"
      autoComplete={autoComplete}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={EMAIL_MAX}
    />
  )
}
