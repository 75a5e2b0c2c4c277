import { REGISTRATION_ERRORS, VALIDATION_ERRORS } from '@site/contract/errors'
import type { insertSignup, SignupResult, sendWelcome } from '../../backend/signup.ts'
import type { allowAttempt, returnAttempt } from './attempts.ts'
import { checkSignup, looksAutomatic, type SignupFaults, type SignupFields, sanitiseSignup } from './form.ts'
import { freeOrder, type OrderDetails } from './order-details.ts'

/** What the sign-up needs of the world, so that a test can hand it another. */
export type SignupWorld = {
  insertSignup: typeof insertSignup
  sendWelcome: typeof sendWelcome
  allowAttempt: typeof allowAttempt
  returnAttempt: typeof returnAttempt
  userAgent: string
}

/** How a press of the button ends. `mailed` tells later whether the welcome mail could be asked for. */
export type SignupOutcome =
  | { kind: 'invalid'; faults: SignupFaults }
  | { kind: 'limited' | 'screened' | 'taken' }
  | { kind: 'failed'; reason: string }
  | { kind: 'done'; order: OrderDetails; mailed: Promise<boolean> }

/** Checks, screens, counts and stores a sign-up. Nothing reaches the server that the checks refuse. Never throws. */
export async function submitSignup(typed: SignupFields, trap: string, world: SignupWorld): Promise<SignupOutcome> {
  const faults = checkSignup(typed)
  if (faults.name || faults.email) return { kind: 'invalid', faults }
  const person = sanitiseSignup(typed)
  if (looksAutomatic(person, trap, world.userAgent)) return { kind: 'screened' }
  if (!world.allowAttempt(person.email)) return { kind: 'limited' }

  const row = { ...person, is_paid: false }
  const result = await world.insertSignup(row)
  // Whoever was without a network for three tries would have to wait with one.
  if (result.kind === 'unanswered') world.returnAttempt(person.email)
  if (result.kind !== 'saved') return outcomeOf(result)
  // The visitor goes on at once: the mail is in the server's hands, and its trouble is only worth a note.
  const mailed = world.sendWelcome({ type: 'welcome_free', userData: row })
  return { kind: 'done', order: freeOrder(person), mailed }
}

/** What the server's refusal means in the dialog: the same as if the page itself had refused. */
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
