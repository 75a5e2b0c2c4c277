import { showContactDialogAfter } from './contact-after-signup.ts'
import type { SignupFields } from './form.ts'
import type { SignupSubmissionOutcome } from './submit.ts'

/** Error messages inside the sign-up form. A toast also shows the specification's wording for the same error. */
const refusals: { [Kind in SignupSubmissionOutcome['kind']]?: string } = {
  limited: 'This address has been tried several times. You can try again in 15 minutes, or ask us for help.',
  screened: 'Something in these details looks automated. If we’ve got that wrong, let us know.',
  failed: 'Nothing you typed is lost. Try again, or ask us for help.',
}

/** The result of a sign-up, and the fields that were sent. */
export type SignupEnding = { kind: SignupSubmissionOutcome['kind']; fields: SignupFields }

/** Shows the error of the last sign-up attempt beside the button, with help. Renders nothing for an error beside a field. */
export function SignupErrorNote({ kind, fields }: SignupEnding) {
  const text = refusals[kind]
  if (text === undefined) return null
  return (
    <p className="rounded-card border border-danger p-4 text-sm">
      {text}{' '}
      <button
        type="button"
        className="text-link -my-1 py-1 font-semibold"
        onClick={() => showContactDialogAfter(kind, fields)}
      >
        Write to the founders
      </button>
    </p>
  )
}
