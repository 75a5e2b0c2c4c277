import { addressSchema } from '@site/contract/email'
import * as v from 'valibot'
import { authErrors } from './errors.ts'

const phonePattern = /^[1-9][0-9]{1,14}$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const EMAIL_MAX = 255

/** Text as a client sends it; a missing or null value counts as empty, as GoTrue's decoder has it. */
export const text = v.nullish(v.pipe(v.string(), v.maxLength(4096)), '')

/** The longest name that somebody gives to a factor or a passkey, in characters. */
export const NAME_MAX = 120

/** A name that somebody gives to one of their things; a missing or null value counts as empty. */
export const name = v.nullish(v.pipe(v.string(), v.maxLength(NAME_MAX)), '')

/** Any JSON object. A list is none, although valibot takes it for one. */
export const plainObject = v.pipe(v.custom<object>(isPlain, 'Expected an object'), v.record(v.string(), v.unknown()))

/** A JSON body with these members; what else is in it is read past. */
export function jsonBody<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(v.custom<object>(isPlain, 'Expected an object'), v.object(entries))
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The free-form object a client keeps with a user. */
export const metadata = v.nullish(plainObject, {})

/** What every endpoint that begins a PKCE flow takes (RFC 7636). */
export const pkceFields = { code_challenge: text, code_challenge_method: text }

/** What GoTrue takes for captchas; none is on here, so the value is read past. */
export const securityFields = { gotrue_meta_security: v.nullish(plainObject) }

/**
 * Lower-cased address. Refuses an empty, too long or malformed one with GoTrue's sentences; malformed is also what the
 * outbox would not take, such as a host without a dot, because nobody could be mailed there.
 */
export function requireEmail(input: string): string {
  if (input === '') throw invalid('An email address is required')
  if (input.length > EMAIL_MAX) throw invalid('An email address is too long')
  const email = input.toLowerCase()
  if (!isEmail(email)) throw invalid('Unable to validate email address: invalid format')
  return email
}

/** Whether a text is an address as the service takes them. */
export function isEmail(input: string): boolean {
  return v.is(addressSchema, input) && input === input.trim()
}

/** A number in E.164 without its plus sign. */
export function requirePhone(input: string): string {
  const phone = input.replace(/^\+|\s/g, '')
  if (!phonePattern.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}

/** Whether a text is a UUID in its usual form. */
export function isUuid(input: string): boolean {
  return uuidPattern.test(input)
}

/** A code challenge as it is kept, or null when none was sent. Refuses half a pair and an odd challenge. */
export function readCodeChallenge(input: { code_challenge: string; code_challenge_method: string }) {
  const { code_challenge: challenge, code_challenge_method: method } = input
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw invalid('code challenge has to be between 43 and 128 characters of [A-Za-z0-9._~-]')
  const kind = method.toLowerCase()
  if (kind !== 's256' && kind !== 'plain') throw invalid('code_challenge_method must be s256 or plain')
  return { challenge, method: kind } as const
}

/** How a PKCE flow checks its caller again, or null outside of PKCE. */
export type CodeChallenge = ReturnType<typeof readCodeChallenge>

/** A 400 `validation_failed` with the given sentence. */
export function invalid(message: string, cause?: unknown) {
  return authErrors.validationFailed({ message, cause })
}

/** Checks a body that an endpoint hands on, with the first problem as the sentence. */
export function readInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input, { abortEarly: true })
  if (parsed.success) return parsed.output
  throw authErrors.badJson({ message: `Could not parse request body as JSON: ${parsed.issues[0].message}` })
}
