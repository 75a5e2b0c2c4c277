import { FormDialog } from '../form-dialog.tsx'
import type { DialogControl } from '../open-dialog.ts'
import { words } from './form.ts'
import { SignupForm } from './signup-form.tsx'

/** The dialog for the free sign-up. After success it navigates to the download page. */
export function SignupDialog({ open, onClose }: DialogControl) {
  return (
    <FormDialog name="signup" open={open} onClose={onClose} title={words.title} subtitle={words.subtitle}>
      <SignupForm onDone={onClose} />
    </FormDialog>
  )
}
