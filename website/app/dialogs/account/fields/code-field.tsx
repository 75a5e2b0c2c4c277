import { TextField } from '@site/ui/field.tsx'
import type { BoundFieldProps } from '../use-account-form.ts'

/** Maximum input length of the code field: more than the six digits of a code, for separators and for text that is pasted with the code. */
const ROOM = 24

/** The field for a six-digit code from a mail or an authenticator app. Browsers can autofill one-time codes. */
export function CodeField({ label, ...bound }: BoundFieldProps & { label: string }) {
  return (
    <TextField
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
