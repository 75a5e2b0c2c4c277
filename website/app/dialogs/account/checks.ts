import { emailAddressSchema, normaliseAddress, signupEmailSchema } from '@site/contract/email'
import { nameSchema, normaliseName } from '@site/contract/name'
import { findValidationError } from '@site/contract/validation-error'
import type { AccountField } from './account-errors.ts'

/** The field values of a form in the account dialog. */
export type AccountFields = Partial<Record<AccountField, string>>

/** The first validation error of each field in an account form. */
export type AccountFieldErrors = Partial<Record<AccountField, string>>

/**
 * Selects the validation rules: `new` for values that are set now, `known` for the credentials of an existing account, whose address or
 * password may violate today's rules.
 */
export type AccountFieldRules = 'known' | 'new'

const PASSWORD_MIN = 8
/** Maximum length of a password in bytes of UTF-8: GoTrue's limit, because bcrypt hashes only the first 72 bytes. */
const PASSWORD_MAX_BYTES = 72

/** Validates the fields of an account form. The auth service checks the strength of a password. */
export function validateAccountFields(fields: AccountFields, rules: AccountFieldRules): AccountFieldErrors {
  const faults: AccountFieldErrors = {}
  const note = (field: AccountField, message: string | null | undefined) => {
    if (message) faults[field] = message
  }
  const { name, email, current, password, code } = fields
  if (name !== undefined) note('name', findValidationError(nameSchema, name)?.message)
  if (email !== undefined)
    note('email', findValidationError(rules === 'new' ? signupEmailSchema : emailAddressSchema, email)?.message)
  if (current === '') note('current', 'Enter your current password')
  if (password !== undefined)
    note('password', rules === 'new' ? faultOfNew(password) : password ? null : 'Password is required')
  if (code !== undefined)
    note('code', extractDigits(code).length === 6 ? null : code ? 'A code has six digits' : 'Code is required')
  return faults
}

/** Returns the fields with name and e-mail address normalised, as they are sent. The password is sent as typed. */
export function normaliseAccountFields<Fields extends AccountFields>(fields: Fields): Fields {
  const { name, email } = fields
  return {
    ...fields,
    ...(name !== undefined && { name: normaliseName(name) }),
    ...(email !== undefined && { email: normaliseAddress(email) }),
  }
}

/**
 * Returns the digits of a typed code as ASCII. Removes separators (mails and apps show '123 456') and accepts the digits of every script.
 */
export function extractDigits(code: string): string {
  return Array.from(code.normalize('NFKC').matchAll(/\p{Nd}/gu), ([digit]) => valueOf(digit)).join('')
}

/**
 * Returns the numeric value of a Unicode decimal digit. In Unicode the ten digits of each script have consecutive code points, starting
 * with zero.
 */
function valueOf(digit: string): number {
  const place = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(place - before - 1))) before += 1
  return before % 10
}

/** Measures a password as the auth service does, in NFC and with ASCII spaces (RFC 8265). It is sent as typed. */
function faultOfNew(typed: string): string | null {
  const password = typed.replace(/\p{Zs}/gu, ' ').normalize('NFC')
  if (password === '') return 'Password is required'
  if ([...password].length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES)
    return 'This is too long. Use at most 72 characters.'
  return null
}
