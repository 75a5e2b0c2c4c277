import * as v from 'valibot'
import { VALIDATION_ERRORS } from './errors.ts'
import { EMAIL_MAX } from './limits.ts'
import { cutTo } from './text.ts'

// The HTML standard's rule for a valid e-mail address with a dotted domain, without braces (sanitising would turn them
// into somebody else's address) and without a dot at either end of the part before the @. Repeated dots inside pass here:
// the screening speaks of them.
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`|~-]([a-z0-9.!#$%&'*+/=?^_`|~-]*[a-z0-9!#$%&'*+/=?^_`|~-])?@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/i

/** Domains whose addresses vanish (spec section 5); their subdomains count as well, and no longer list does. */
export const DISPOSABLE_DOMAINS: readonly string[] = ['tempmail.org', '10minutemail.com', 'guerrillamail.com']

function isDisposable(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return DISPOSABLE_DOMAINS.some((disposable) => domain === disposable || domain.endsWith(`.${disposable}`))
}

/**
 * An address that mail can be sent to, answered trimmed. Refuses, in this order: nothing typed, what is no address, more
 * than 254 characters. A match of it holds no space, no control character and no bracket, so it is safe in a header.
 */
export const addressSchema = v.config(
  v.pipe(
    v.string(VALIDATION_ERRORS.emailRequired),
    v.trim(),
    v.nonEmpty(VALIDATION_ERRORS.emailRequired),
    v.regex(ADDRESS, VALIDATION_ERRORS.emailFormat),
    v.maxLength(EMAIL_MAX, VALIDATION_ERRORS.emailTooLong),
  ),
  { abortPipeEarly: true },
)

/** An address that may sign up: as `addressSchema`, and not of a disposable domain (spec section 5). */
export const emailSchema = v.config(
  v.pipe(
    addressSchema,
    v.check((address) => !isDisposable(address), VALIDATION_ERRORS.emailDomain),
  ),
  { abortPipeEarly: true },
)

/** What is saved of an address: trimmed, lower case, without angle brackets and braces, cut to 254 characters. */
export function sanitiseEmail(text: string): string {
  return cutTo(
    text
      .replace(/[<>{}]/g, '')
      .trim()
      .toLowerCase(),
    EMAIL_MAX,
  )
}
