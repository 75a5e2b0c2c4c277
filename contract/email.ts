import * as v from 'valibot'
import { VALIDATION_ERRORS } from './errors.ts'
import { EMAIL_MAX_CHARACTERS } from './limits.ts'
import { truncateCharacters } from './text.ts'

// The HTML standard's pattern for a valid e-mail address, with stricter rules: the domain needs a dot, braces are not allowed (sanitising
// removes them, which would give another person's address), and the local part neither begins nor ends with a dot. Repeated dots inside
// the local part match this pattern; the bot screening rejects them.
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`|~-]([a-z0-9.!#$%&'*+/=?^_`|~-]*[a-z0-9!#$%&'*+/=?^_`|~-])?@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/i

/** Domains of disposable e-mail addresses, including their subdomains. Spec section 5 lists only these three. */
export const DISPOSABLE_DOMAINS: readonly string[] = ['tempmail.org', '10minutemail.com', 'guerrillamail.com']

function isDisposable(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return DISPOSABLE_DOMAINS.some((disposable) => domain === disposable || domain.endsWith(`.${disposable}`))
}

/**
 * Validates an e-mail address and returns it trimmed. Rejects, in this order: an empty text, an invalid address, more than 254
 * characters. A valid address contains no space, control character or bracket, so it is safe in a mail header.
 */
export const emailAddressSchema = v.config(
  v.pipe(
    v.string(VALIDATION_ERRORS.emailRequired),
    v.trim(),
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

/** Returns the stored form of an e-mail address: trimmed, in lower case, without angle brackets and braces, cut to 254 characters. */
export function sanitiseEmail(text: string): string {
  return truncateCharacters(
    text
      .replace(/[<>{}]/g, '')
      .trim()
      .toLowerCase(),
    EMAIL_MAX_CHARACTERS,
  )
}
