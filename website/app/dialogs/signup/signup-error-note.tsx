import { showContactDialog } from '../open-dialog.ts'
import type { SignupSubmissionOutcome } from './submit.ts'

/** State of the sign-up form: its submission state, or the error of the last submission. */
export type SignupFormState = 'idle' | 'sending' | 'sent' | keyof typeof refusals

/** Error messages inside the sign-up form. A toast also shows the specification's wording for the same error. */
const refusals = {
  limited: 'This address has been tried several times. You can try again in 15 minutes, or ask us for help.',
  screened: 'Something in these details looks automated. If we’ve got that wrong, let us know.',
  failed: 'Nothing you typed is lost. Try again, or ask us for help.',
} as const

/** Returns the state of the sign-up form after a submission. */
export function getFormStateAfterSignup(outcome: SignupSubmissionOutcome): SignupFormState {
  switch (outcome.kind) {
    case 'limited':
    case 'screened':
    case 'failed':
      return outcome.kind
    case 'invalid':
      return 'idle'
    case 'taken':
    case 'done':
      return 'sent'
  }
}

/** Shows the error of the last sign-up attempt beside the button, with help. Renders nothing without an error. */
export function SignupErrorNote({ state }: { state: SignupFormState }) {
  if (state === 'idle' || state === 'sending' || state === 'sent') return null
  return (
    <p className="rounded-card border border-danger p-4 text-sm">
      {refusals[state]}{' '}
      <button type="button" className="text-link -my-1 py-1 font-semibold" onClick={showContactDialog}>
        Write to the founders
      </button>
    </p>
  )
}
