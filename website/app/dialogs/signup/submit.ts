import { REGISTRATION_ERRORS, VALIDATION_ERRORS } from '@site/contract/errors'
import type { insertSignup, SignupResult, sendWelcome } from '../../backend/signup.ts'
import type { allowAttempt, returnAttempt } from './attempts.ts'
import { checkSignup, looksAutomatic, type SignupFaults, type SignupFields, sanitiseSignup } from './form.ts'
import { freeOrder, type OrderDetails } from './order-details.ts'

/** Dependencies of the sign-up, which tests replace. */
export type SignupDependencies = {
  insertSignup: typeof insertSignup
  sendWelcome: typeof sendWelcome
  allowAttempt: typeof allowAttempt
  returnAttempt: typeof returnAttempt
  userAgent: string
}

/** Result of a submission. `mailed` resolves with whether the welcome mail could be requested. */
export type SignupOutcome =
  | { kind: 'invalid'; faults: SignupFaults }
  | { kind: 'limited' | 'screened' | 'taken' }
  | { kind: 'failed'; reason: string }
  | { kind: 'done'; order: OrderDetails; mailed: Promise<boolean> }

/** Validates, screens, counts and stores a sign-up. Invalid input is not sent to the server. Never throws. */
export async function submitSignup(
  typed: SignupFields,
  trap: string,
  dependencies: SignupDependencies,
): Promise<SignupOutcome> {
  const faults = checkSignup(typed)
  if (faults.name || faults.email) return { kind: 'invalid', faults }
  const person = sanitiseSignup(typed)
  if (looksAutomatic(person, trap, dependencies.userAgent)) return { kind: 'screened' }
  if (!dependencies.allowAttempt(person.email)) return { kind: 'limited' }

  const row = { ...person, is_paid: false }
  const result = await dependencies.insertSignup(row)
  // Otherwise three attempts without a network would block the address after the network is back.
  if (result.kind === 'unanswered') dependencies.returnAttempt(person.email)
  if (result.kind !== 'saved') return outcomeOf(result)
  // Not awaited: the visitor continues at once, and a failed mail only shows a note.
  const mailed = dependencies.sendWelcome({ type: 'welcome_free', userData: row })
  return { kind: 'done', order: freeOrder(person), mailed }
}

/** Maps an error of the server to an outcome, the same as for a check of the page itself. */
export function outcomeOf(result: Exclude<SignupResult, { kind: 'saved' }>): SignupOutcome {
  if (result.kind === 'failed' || result.kind === 'unanswered') return { kind: 'failed', reason: result.reason }
  if (result.kind !== 'invalid') return { kind: result.kind }
  const field = fieldOf(result.reason)
  return field
    ? { kind: 'invalid', faults: { [field]: result.reason } }
    : { kind: 'failed', reason: REGISTRATION_ERRORS.failed }
}

function fieldOf(message: string): keyof SignupFaults | null {
  const { nameRequired, nameTooLong, nameCharacters, nameContent } = VALIDATION_ERRORS
  const { emailRequired, emailFormat, emailTooLong, emailDomain } = VALIDATION_ERRORS
  if (includes([nameRequired, nameTooLong, nameCharacters, nameContent], message)) return 'name'
  if (includes([emailRequired, emailFormat, emailTooLong, emailDomain], message)) return 'email'
  return null
}

function includes(messages: readonly string[], message: string): boolean {
  return messages.includes(message)
}
