import { SIGNUP_INSERT_ERRORS, VALIDATION_ERRORS } from '@site/contract/errors'
import type { fetchMustConfirm } from '../../backend/confirmation.ts'
import type { insertSignup, requestWelcomeMail, SignupInsertResult } from '../../backend/signup.ts'
import type { countSignupAttemptIfAllowed, removeLastSignupAttempt } from './attempts.ts'
import { isLikelyBot, type SignupFieldErrors, type SignupFields, sanitiseSignup, validateSignupFields } from './form.ts'
import { createFreeOrder, type OrderDetails } from './order-details.ts'

/** Dependencies of the sign-up submission, which tests replace by fakes. */
export type SignupDependencies = {
  insertSignup: typeof insertSignup
  fetchMustConfirm: typeof fetchMustConfirm
  sendWelcome: typeof requestWelcomeMail
  allowAttempt: typeof countSignupAttemptIfAllowed
  returnAttempt: typeof removeLastSignupAttempt
  userAgent: string
}

/** Result of submitting the sign-up form. `mailed` resolves with whether the welcome mail could be requested. */
export type SignupSubmissionOutcome =
  | { kind: 'invalid'; faults: SignupFieldErrors }
  | { kind: 'limited' | 'screened' }
  | { kind: 'taken'; mayConfirm: boolean }
  | { kind: 'failed'; reason: string }
  | { kind: 'done'; order: OrderDetails; mailed: Promise<boolean> }

/** Validates a sign-up, screens it for bots, applies the rate limit and stores it. Sends no invalid input to the server. Never throws. */
export async function submitSignup(
  typed: SignupFields,
  trap: string,
  dependencies: SignupDependencies,
): Promise<SignupSubmissionOutcome> {
  const faults = validateSignupFields(typed)
  if (faults.name || faults.email) return { kind: 'invalid', faults }
  const person = sanitiseSignup(typed)
  if (isLikelyBot(person, trap, dependencies.userAgent)) return { kind: 'screened' }
  if (!dependencies.allowAttempt(person.email)) return { kind: 'limited' }

  const row = { ...person, is_paid: false }
  const mailRequest = { type: 'welcome_free', userData: row } as const
  const [result, mustConfirm] = await Promise.all([dependencies.insertSignup(row), dependencies.fetchMustConfirm()])
  // An attempt without a response does not count. Otherwise three attempts while offline would block the e-mail address after the
  // connection is back.
  if (result.kind === 'unanswered') dependencies.returnAttempt(person.email)
  // Requests another confirmation mail. Ignores the response, which is the same for every address.
  if (result.kind === 'taken' && result.mayConfirm) void dependencies.sendWelcome(mailRequest)
  if (result.kind !== 'saved') return mapResultToSignupOutcome(result)
  // The welcome mail is requested without awaiting the response: the visitor continues at once, and a failure only shows a note.
  const mailed = dependencies.sendWelcome(mailRequest)
  return { kind: 'done', order: createFreeOrder(person, mustConfirm), mailed }
}

/** Maps a server error to the outcome that the page returns when its own check of the same rule fails. */
export function mapResultToSignupOutcome(
  result: Exclude<SignupInsertResult, { kind: 'saved' }>,
): SignupSubmissionOutcome {
  if (result.kind === 'failed' || result.kind === 'unanswered') return { kind: 'failed', reason: result.reason }
  if (result.kind === 'taken') return { kind: 'taken', mayConfirm: result.mayConfirm === true }
  if (result.kind !== 'invalid') return { kind: result.kind }
  const field = fieldOf(result.reason)
  return field
    ? { kind: 'invalid', faults: { [field]: result.reason } }
    : { kind: 'failed', reason: SIGNUP_INSERT_ERRORS.failed }
}

function fieldOf(message: string): keyof SignupFieldErrors | null {
  const { nameRequired, nameTooLong, nameCharacters, nameContent } = VALIDATION_ERRORS
  const { emailRequired, emailFormat, emailTooLong, emailDomain } = VALIDATION_ERRORS
  if (includes([nameRequired, nameTooLong, nameCharacters, nameContent], message)) return 'name'
  if (includes([emailRequired, emailFormat, emailTooLong, emailDomain], message)) return 'email'
  return null
}

function includes(messages: readonly string[], message: string): boolean {
  return messages.includes(message)
}
