import { EMAIL_MAX_CHARACTERS } from '@site/contract/limits'
import { TextField } from '@site/ui/field.tsx'
import { type ReactNode, useState } from 'react'
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

type PasswordFieldProps = BoundFieldProps & {
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
}

/** A password field with a button that shows the password. Allows pasting and password managers. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className="icon-button"
          aria-label={shown ? accountWords.hide : accountWords.show}
          onClick={() => setShown(!shown)}
        >
          <Eye open={!shown} />
        </button>
      }
    />
  )
}

function Eye({ open }: { open: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2.5 12C4.8 8 8.1 6 12 6s7.2 2 9.5 6c-2.3 4-5.6 6-9.5 6s-7.2-2-9.5-6z" />
      <circle cx="12" cy="12" r="2.75" />
      {!open && <path d="M4.5 19.5l15-15" />}
    </svg>
  )
}

/** A hidden user name field, so that password managers assign the password to the right account. */
export function PasswordManagerUsername({ email }: { email: string }) {
  return <input type="email" name="username" value={email} autoComplete="username" tabIndex={-1} readOnly hidden />
}

/** A button that looks like a link. It switches to another view of the account dialog. */
export function TextButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" className="text-link inline-flex min-h-11 items-center font-semibold" onClick={onPress}>
      {children}
    </button>
  )
}
