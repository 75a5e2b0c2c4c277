import * as v from 'valibot'
import { VALIDATION_ERRORS } from './errors.ts'
import { EMAIL_MAX_CHARACTERS } from './limits.ts'
import { toAsciiLowerCase, toVisibleLine, truncateCharacters } from './text.ts'

// The HTML standard's pattern for a valid e-mail address, with stricter rules: the domain needs a dot, braces are not allowed (sanitising
// removes them, which would give another person's address), and the local part neither begins nor ends with a dot. Repeated dots inside
// the local part match this pattern; the bot screening rejects them.
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`|~-]([a-z0-9.!#$%&'*+/=?^_`|~-]*[a-z0-9!#$%&'*+/=?^_`|~-])?@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/i

/** Domains of disposable e-mail addresses, including their subdomains. Spec section 5 lists only these three. */
export const DISPOSABLE_DOMAINS: readonly string[] = ['tempmail.org', '10minutemail.com', 'guerrillamail.com']

const NOT_ASCII = /[^\u0000-\u007f]/
const NOT_IN_DOMAINS = /[\u0000-,/:-@[-`{-\u007f]/
const LABEL_SEPARATOR = /[.\u3002\uff0e\uff61]/
const FULL_WIDTH = /[\uff01-\uff5e]/g

/**
 * Returns an e-mail address as it is sent: `toVisibleLine`, full-width characters of Japanese keyboards as ASCII, and an internationalised
 * domain in its ASCII form (`ada@bücher.example` -> `ada@xn--bcher-kva.example`). Chromium converts such a domain in a field of type email,
 * Firefox and Safari do not. The local part stays as written: a local part that is not ASCII needs SMTPUTF8 at every mail server on the way,
 * so the schemas below reject it. Every address passes through this function, or through `normaliseEmail` of packages/backend/src/auth.
 */
export function normaliseAddress(text: string): string {
  const line = toVisibleLine(text).replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
  const at = line.lastIndexOf('@') + 1
  return at === 0 ? line : line.slice(0, at) + toAsciiDomain(line.slice(at))
}

/**
 * Returns the ASCII form of a domain (UTS 46). Returns the domain unchanged when it has none, or when a label with other characters would
 * become plain ASCII, as the Kelvin sign becomes a `k`.
 */
function toAsciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain) || NOT_IN_DOMAINS.test(domain)) return domain
  try {
    const { hostname } = new URL(`http://${domain}`)
    const labels = hostname.split('.')
    const isEncoded = (label: string, place: number) => !NOT_ASCII.test(label) || labels[place]?.startsWith('xn--')
    return domain.split(LABEL_SEPARATOR).every(isEncoded) ? hostname : domain
  } catch {
    return domain
  }
}

function isDisposable(address: string): boolean {
  const domain = toAsciiLowerCase(address.slice(address.lastIndexOf('@') + 1))
  return DISPOSABLE_DOMAINS.some((disposable) => domain === disposable || domain.endsWith(`.${disposable}`))
}

/**
 * Validates an e-mail address and returns it normalised (`normaliseAddress`). Rejects, in this order: an empty text, an invalid address, more than 254
 * characters. A valid address contains no space, control character or bracket, so it is safe in a mail header.
 */
export const emailAddressSchema = v.config(
  v.pipe(
    v.string(VALIDATION_ERRORS.emailRequired),
    v.transform(normaliseAddress),
    v.nonEmpty(VALIDATION_ERRORS.emailRequired),
    v.regex(ADDRESS, VALIDATION_ERRORS.emailFormat),
    v.maxLength(EMAIL_MAX_CHARACTERS, VALIDATION_ERRORS.emailTooLong),
  ),
  { abortPipeEarly: true },
)

/** Validates an e-mail address for a sign-up: like `emailAddressSchema`, and also rejects disposable domains (spec section 5). */
export const signupEmailSchema = v.config(
  v.pipe(
    emailAddressSchema,
    v.check((address) => !isDisposable(address), VALIDATION_ERRORS.emailDomain),
  ),
  { abortPipeEarly: true },
)

/**
 * Returns the stored form of an e-mail address: normalised, in lower case, without angle brackets and braces, cut to 254 characters.
 */
export function sanitiseEmail(text: string): string {
  return truncateCharacters(toAsciiLowerCase(normaliseAddress(text.replace(/[<>{}]/g, ''))), EMAIL_MAX_CHARACTERS)
}

/** Returns the stored form of an address, or null when the text is not an address. */
export function parseEmailAddress(text: string): string | null {
  const parsed = v.safeParse(emailAddressSchema, text)
  return parsed.success ? toAsciiLowerCase(parsed.output) : null
}
