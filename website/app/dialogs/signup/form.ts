import { emailSchema, sanitiseEmail } from '@site/contract/email'
import { nameSchema, sanitiseName } from '@site/contract/name'
import { isSuspiciousEmail, isSuspiciousName, isSuspiciousUserAgent } from '@site/contract/screening'
import { findValidationError } from '@site/contract/validation-error'
import * as v from 'valibot'
import { brand } from '../../brand.ts'

/** What the visitor types. */
export type SignupFields = { name: string; email: string }

/** The first thing wrong with each field, in the validation's words. */
export type SignupFaults = { name?: string; email?: string }

/** Everything the dialog says. */
export const words = {
  title: `Download ${brand.name}`,
  subtitle: 'Join early users getting access to the beta version',
  name: 'Full Name',
  email: 'Email Address',
  notes: ['Secure & Free Signup', '100% Free'],
  submit: 'Download App',
  sending: 'Processing...',
  emailHint: 'Your welcome email goes here.',
  // Stored with each sign-up under the name 'early-access-1' (supabase/migrations, consent_wording): another wording
  // needs another name.
  emailUse: `We use your address for the welcome email and notices about ${brand.name}, nothing else.`,
  privacy: 'Privacy Policy',
  didYouMean: 'Did you mean',
} as const

/** Checks both fields as they will be checked on the server; empty when all is well. */
export function checkSignup(fields: SignupFields): SignupFaults {
  const name = findValidationError(nameSchema, fields.name)
  const email = findValidationError(emailSchema, fields.email)
  return { ...(name && { name: name.message }), ...(email && { email: email.message }) }
}

/** Whether the sign-up looks like a program's: by browser, name, address, or a filled trap that people never see. */
export function looksAutomatic(fields: SignupFields, trap: string, userAgent: string): boolean {
  return (
    trap !== '' || isSuspiciousUserAgent(userAgent) || isSuspiciousEmail(fields.email) || isSuspiciousName(fields.name)
  )
}

/** Checked fields as they are stored. */
export function sanitiseSignup(fields: SignupFields): SignupFields {
  const name = v.parse(nameSchema, fields.name)
  return { name: sanitiseName(name), email: sanitiseEmail(v.parse(emailSchema, fields.email)) }
}
