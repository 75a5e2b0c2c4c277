import { showContactDialogWith } from '../contact/draft.ts'
import { type SignupFields, signupWords } from './form.ts'
import type { SignupSubmissionOutcome } from './submit.ts'

/**
 * Opens the contact dialog after a failed sign-up, with the name and e-mail address that were typed. After a rejection by the bot screening,
 * the message already asks for early access, so that the visitor only has to send it.
 */
export function showContactDialogAfter(kind: SignupSubmissionOutcome['kind'], { name, email }: SignupFields): void {
  showContactDialogWith({ name, email, ...(kind === 'screened' && { message: signupWords.screenedMessage }) })
}
