import { TextField } from '@site/ui/field.tsx'
import { useState } from 'react'
import type { BoundFieldProps } from '../use-account-form.ts'
import { accountWords } from '../words.ts'

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
