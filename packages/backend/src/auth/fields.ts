import { domainToASCII } from 'node:url'
import * as v from 'valibot'
import { authErrors } from './errors.ts'

const phonePattern = /^[1-9][0-9]{1,14}$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const EMAIL_MAX = 255
const ADDRESS_MAX = 254

// The HTML standard's pattern for a valid e-mail address, with stricter rules: the domain needs a dot, braces are not allowed, and the
// local part neither begins nor ends with a dot.
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`|~-]([a-z0-9.!#$%&'*+/=?^_`|~-]*[a-z0-9!#$%&'*+/=?^_`|~-])?@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/i

/** Schema of a string field. A missing or null value is treated as an empty string, as in GoTrue's JSON decoder. */
export const text = v.nullish(v.pipe(v.string(), v.maxLength(4096)), '')

/** The maximum length of the friendly name of a factor or passkey, in characters. */
export const FRIENDLY_NAME_MAX_LENGTH = 120

/** Schema of the friendly name of a factor or passkey. A missing or null value is treated as an empty string. */
export const name = v.nullish(v.pipe(v.string(), v.maxLength(FRIENDLY_NAME_MAX_LENGTH)), '')

/** Schema of any JSON object. Rejects arrays, which valibot's `record` accepts. */
export const plainObjectSchema = v.pipe(
  v.custom<object>(isPlain, 'Expected an object'),
  v.record(v.string(), v.unknown()),
)

/** Returns the schema of a JSON body with the given fields; other fields are ignored. */
export function jsonBodySchema<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(v.custom<object>(isPlain, 'Expected an object'), v.object(entries))
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Schema of the free-form metadata object that a client stores with a user. A missing or null value is treated as an empty object. */
export const userMetadataSchema = v.nullish(plainObjectSchema, {})

/** The request fields that start a PKCE flow (RFC 7636). */
export const pkceFields = { code_challenge: text, code_challenge_method: text }

/** GoTrue's field for a CAPTCHA token. This service has no CAPTCHA check, so the value is ignored. */
export const captchaFields = { gotrue_meta_security: v.nullish(plainObjectSchema) }

// Characters without an appearance, which arrive with pasted text. Joiners stay, because domains of some scripts contain them.
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

// Characters outside ASCII, and of ASCII only those of domains, because domainToASCII ignores what follows a slash or a colon.
const CONVERTIBLE_DOMAIN = /^(?=.*[^\0-\x7f])[a-z0-9.\-\u0080-\uffff]+$/i

/**
 * Returns an e-mail address as it is stored and compared: without invisible characters and spaces around it, an internationalised domain
 * in its ASCII form, and ASCII letters in lower case. Other letters keep their case: folding them maps the Kelvin sign to k, another address.
 */
export function normaliseEmail(input: string): string {
  const visible = input.replace(INVISIBLE, '').trim()
  const at = visible.lastIndexOf('@') + 1
  const domain = visible.slice(at)
  const email = visible.slice(0, at) + (CONVERTIBLE_DOMAIN.test(domain) ? toAsciiDomain(domain) : domain)
  return toAsciiLowerCase(email)
}

/**
 * Returns the ASCII form of a domain (UTS 46). Returns the domain unchanged when it has none, or when a label with other characters would
 * become plain ASCII, as the Kelvin sign becomes a `k`.
 */
function toAsciiDomain(domain: string): string {
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  const isEncoded = (label: string, place: number) => /^[\0-\x7f]*$/.test(label) || labels[place]?.startsWith('xn--')
  return ascii !== '' && domain.split(/[.\u3002\uff0e\uff61]/).every(isEncoded) ? ascii : domain
}

/**
 * Returns the normalised e-mail address. Throws GoTrue's errors for an empty, too long or malformed address. An address whose domain has no
 * dot also counts as malformed.
 */
export function requireEmail(input: string): string {
  if (input === '') throw createValidationError('An email address is required')
  if (input.length > EMAIL_MAX) throw createValidationError('An email address is too long')
  const email = normaliseEmail(input)
  if (!isEmail(email)) throw createValidationError('Unable to validate email address: invalid format')
  return email
}

/** Returns a text in lower case, of which only the letters A to Z are changed: Unicode's rules turn the Kelvin sign into a `k`. */
export function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Returns whether a normalised string is an e-mail address that the auth service accepts. */
export function isEmail(input: string): boolean {
  return input.length <= ADDRESS_MAX && ADDRESS.test(input)
}

/** Returns a phone number in E.164 format without its plus sign, or throws 400. */
export function requirePhone(input: string): string {
  const phone = input.replace(/^\+|\s/g, '')
  if (!phonePattern.test(phone)) throw createValidationError('Invalid phone number format (E.164 required)')
  return phone
}

/** Returns whether a string is a UUID in its hyphenated form. */
export function isUuid(input: string): boolean {
  return uuidPattern.test(input)
}

/** Parses a PKCE code challenge. Returns null when none was sent. Throws 400 when the challenge or its method is missing or malformed. */
export function parseCodeChallenge(input: { code_challenge: string; code_challenge_method: string }) {
  const { code_challenge: challenge, code_challenge_method: method } = input
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw createValidationError('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw createValidationError('code challenge has to be between 43 and 128 characters of [A-Za-z0-9._~-]')
  const kind = method.toLowerCase()
  if (kind !== 's256' && kind !== 'plain') throw createValidationError('code_challenge_method must be s256 or plain')
  return { challenge, method: kind } as const
}

/** The PKCE code challenge of a request, or null when the client does not use PKCE. */
export type CodeChallenge = ReturnType<typeof parseCodeChallenge>

/** Returns a 400 `validation_failed` error with the given message. */
export function createValidationError(message: string, cause?: unknown) {
  return authErrors.validationFailed({ message, cause })
}

/** Validates a request body against a schema. Throws 400 with the first validation issue as the message. */
export function parseAuthRequestBody<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input, { abortEarly: true })
  if (parsed.success) return parsed.output
  throw authErrors.badJson({ message: `Could not parse request body as JSON: ${parsed.issues[0].message}` })
}
