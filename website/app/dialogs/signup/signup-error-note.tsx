import { showContactDialogAfter } from './contact-after-signup.ts'
import type { SignupFields } from './form.ts'
import type { SignupSubmissionOutcome } from './submit.ts'

/** The result of a sign-up, and the fields that were sent. */
export type SignupEnding = { kind: SignupSubmissionOutcome['kind']; fields: SignupFields }

/** What a refused visitor can do: a sentence, and how the sentence goes on that begins with the link 'Write to us'. */
type Advice = readonly [reason: string, rest: string]

const TOO_SHORT: Advice = ['We can’t take addresses this short by form.', ', and we’ll add you by hand.']

const advices: { [Kind in SignupEnding['kind']]?: Advice } = {
  limited: ['That’s a lot of tries in a short time. Wait 15 minutes and try again.', ' if it can’t wait.'],
  screened: [
    'Something in here looks like a robot typed it. If we’ve got that wrong, sorry.',
    ', and we’ll add you by hand.',
  ],
  failed: ['Nothing you typed is lost.', ' if it fails again.'],
}

/**
 * Shows beside the button what to do after a refused sign-up. A toast shows the specification's wording for the same error. Renders nothing for an
 * error beside a field.
 */
export function SignupErrorNote({ kind, fields }: SignupEnding) {
  const advice = kind === 'screened' && /^.{1,2}@/.test(fields.email.trim()) ? TOO_SHORT : advices[kind]
  if (advice === undefined) return null
  return (
    <p className="rounded-card border border-danger p-4 text-sm">
      {advice[0]}{' '}
      <button
        type="button"
        className="text-link -my-1 py-1 font-semibold"
        onClick={() => showContactDialogAfter(kind, fields)}
      >
        Write to us
      </button>
      {advice[1]}
    </p>
  )
}
