import { Field } from '../../ui/field.tsx'
import type { Bound } from './use-account-form.ts'

/** Room for '123 456' and for what comes along when a code is pasted. */
const ROOM = 24

/** The six digits of a mail or an app; phones offer to fill them in. */
export function CodeField({ label, ...bound }: Bound & { label: string }) {
  return (
    <Field
      {...bound}
      label={label}
      type="text"
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={ROOM}
      className="code-field"
    />
  )
}
