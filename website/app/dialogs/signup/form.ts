import { sanitiseEmail, signupEmailSchema } from '@site/contract/email'
import { nameSchema, sanitiseName } from '@site/contract/name'
import { isSuspiciousEmail, isSuspiciousName, isSuspiciousUserAgent } from '@site/contract/screening'
import { findValidationError } from '@site/contract/validation-error'
import * as v from 'valibot'
import { brand } from '../../brand.ts'
import { founders } from '../../content/founders.ts'

/** The field values of the sign-up form. */
export type SignupFields = { name: string; email: string }

/** The first validation error of each field in the sign-up form. */
export type SignupFieldErrors = { name?: string; email?: string }

/** All texts of the sign-up dialog. */
export const signupWords = {
  title: `Download ${brand.name}`,
  subtitle: 'Join early users getting access to the beta version',
  onPhone: `${brand.name} runs on Mac and Windows computers. We’ll email you the link, so you can open it on yours.`,
  name: 'Full Name',
  email: 'Email Address',
  notes: ['Secure & Free Signup', '100% Free'],
  submit: 'Download App',
  sending: 'Processing...',
  memberSince: (day: string) => `You’ve been in since ${day}.`,
  signedIn: 'You’re signed in already.',
  toDownloads: 'Go to the downloads',
  emailHint: 'We’ll send your welcome email here.',
  // The consent wording of the sign-up form. The database stores its version ('early-access-1') with each sign-up (supabase/schemas,
  // `consent_wording`), so a change of the wording needs a new version.
  emailUse: `We use your address for the welcome email and notices about ${brand.name}, nothing else.`,
  privacy: 'Privacy Policy',
  question: 'A question first?',
  writeTo: `Write to ${founders.names}`,
  didYouMean: 'Did you mean',
  // The first sentence of a message to the founders, for a visitor whose sign-up the bot screening rejected.
  screenedMessage: 'The security check stopped my sign-up. Please add me to early access.',
} as const

/** Validates name and e-mail address with the server's rules. Returns an empty object when both are valid. */
export function validateSignupFields(fields: SignupFields): SignupFieldErrors {
  const name = findValidationError(nameSchema, fields.name)
  const email = findValidationError(signupEmailSchema, fields.email)
  return { ...(name && { name: name.message }), ...(email && { email: email.message }) }
}

/** Returns whether a sign-up looks automated, judging by user agent, name, address, or a filled honeypot field, which people do not see. */
export function isLikelyBot(fields: SignupFields, trap: string, userAgent: string): boolean {
  return (
    trap !== '' || isSuspiciousUserAgent(userAgent) || isSuspiciousEmail(fields.email) || isSuspiciousName(fields.name)
  )
}

/** Returns name and e-mail address in the normalised form in which they are stored. */
export function sanitiseSignup(fields: SignupFields): SignupFields {
  const name = v.parse(nameSchema, fields.name)
  return { name: sanitiseName(name), email: sanitiseEmail(v.parse(signupEmailSchema, fields.email)) }
}
