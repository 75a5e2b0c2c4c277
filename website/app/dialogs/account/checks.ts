import { addressSchema, emailSchema } from '@site/contract/email'
import { nameSchema } from '@site/contract/name'
import { findValidationError } from '@site/contract/validation-error'
import type { AccountField } from './account-errors.ts'

/** What is typed into a form. */
export type AccountFields = Partial<Record<AccountField, string>>

/** The first thing wrong with each field. */
export type AccountFaults = Partial<Record<AccountField, string>>

/** Which rules a form goes by: an account that exists may have an address or a password that a new one may not have. */
export type Rules = 'known' | 'new'

const PASSWORD_MIN = 8
/** More is not hashed as a whole; counted in bytes, so some letters count twice and more. */
const PASSWORD_MAX_BYTES = 72

/** Checks the fields that a form has. How good a password is, the service says. */
export function checkAccount(fields: AccountFields, rules: Rules): AccountFaults {
  const faults: AccountFaults = {}
  const note = (field: AccountField, message: string | null | undefined) => {
    if (message) faults[field] = message
  }
  const { name, email, current, password, code } = fields
  if (name !== undefined) note('name', findValidationError(nameSchema, name)?.message)
  if (email !== undefined)
    note('email', findValidationError(rules === 'new' ? emailSchema : addressSchema, email)?.message)
  if (current === '') note('current', 'Type the password you have now')
  if (password !== undefined)
    note('password', rules === 'new' ? faultOfNew(password) : password ? null : 'Password is required')
  if (code !== undefined)
    note('code', digitsOf(code).length === 6 ? null : code ? 'A code has six digits' : 'Code is required')
  return faults
}

/** The digits of a code, whatever stands between them (mails and apps show '123 456') and in whichever script a keyboard has them. */
export function digitsOf(code: string): string {
  return Array.from(code.normalize('NFKC').matchAll(/\p{Nd}/gu), ([digit]) => valueOf(digit)).join('')
}

/** Unicode has the digits of every script in a row, from zero on. */
function valueOf(digit: string): number {
  const place = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(place - before - 1))) before += 1
  return before % 10
}

function faultOfNew(password: string): string | null {
  if (password === '') return 'Password is required'
  if ([...password].length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES)
    return 'This is too long: 72 characters are the most.'
  return null
}
