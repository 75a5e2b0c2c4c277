import { FormDialog } from '../form-dialog.tsx'
import type { DialogControlProps } from '../open-dialog.ts'
import { signupWords } from './form.ts'
import { SignupForm } from './signup-form.tsx'

/** The dialog for the free sign-up. After success it navigates to the download page. */
export function SignupDialog({ open, onClose }: DialogControlProps) {
  return (
    <FormDialog name="signup" open={open} onClose={onClose} title={signupWords.title} subtitle={signupWords.subtitle}>
      <SignupForm onDone={onClose} />
    </FormDialog>
  )
}
