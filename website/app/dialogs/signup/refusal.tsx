import { openContact } from '../open-dialog.ts'
import type { SignupOutcome } from './submit.ts'

/** What the form is doing, or how its last try ended. */
export type SignupState = 'idle' | 'sending' | 'sent' | keyof typeof refusals

/** What stands in the form after a try that did not go through; the toast says it in the spec's words. */
const refusals = {
  limited: 'There have been several tries with this address. In 15 minutes the button works again, or ask us for help.',
  screened: 'Something in these details looks automatic to us. If they are really yours, tell us.',
  failed: 'Nothing you typed is lost. Press the button to try again, or ask us for help.',
} as const

/** The form's state after a try has ended. */
export function stateAfter(outcome: SignupOutcome): SignupState {
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

/** Why the last try did not go through and what can be done, beside the button; nothing otherwise. */
export function Refusal({ state }: { state: SignupState }) {
  if (state === 'idle' || state === 'sending' || state === 'sent') return null
  return (
    <p className="rounded-lg border border-danger p-4 text-sm">
      {refusals[state]}{' '}
      <button type="button" className="text-link -my-1 py-1 font-semibold" onClick={openContact}>
        Write to the founders
      </button>
    </p>
  )
}
