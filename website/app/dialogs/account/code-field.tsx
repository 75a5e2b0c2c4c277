import { Field } from '../../ui/field.tsx'
import type { Bound } from './use-account-form.ts'

/** Maximum input length, with room for separators and text that is pasted with the code. */
const ROOM = 24

/** The field for a six-digit code of a mail or app, with autofill of one-time codes. */
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
