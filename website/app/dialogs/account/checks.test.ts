import { CONVERTED_EMAIL_VECTORS } from '@site/contract/validation-vectors'
import { expect, test } from 'vitest'
import { extractDigits, normaliseAccountFields, validateAccountFields } from './checks.ts'

test('validateAccountFields returns no errors when every field is valid', () => {
  expect(validateAccountFields({ email: ' mara@example.com ', password: 'x' }, 'known')).toEqual({})
  expect(
    validateAccountFields({ name: 'Mara Lind', email: 'mara@example.com', password: 'a long sentence' }, 'new'),
  ).toEqual({})
  expect(validateAccountFields({ code: '123 456' }, 'known')).toEqual({})
})

test('validateAccountFields returns an error for every empty field', () => {
  expect(validateAccountFields({ name: '', email: '', password: '', current: '', code: '' }, 'new')).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
    current: 'Enter your current password',
    code: 'Code is required',
  })
})

test('validateAccountFields ignores fields that the form does not contain', () => {
  expect(validateAccountFields({}, 'new')).toEqual({})
  expect(validateAccountFields({ email: 'mara' }, 'known')).toEqual({ email: 'Invalid email format' })
})

test('validateAccountFields requires 8 characters or more and 72 bytes or fewer for a new password', () => {
  const fault = (password: string) => validateAccountFields({ password }, 'new').password
  expect(fault('1234567')).toBe('Use at least 8 characters.')
  expect(fault('12345678')).toBeUndefined()
  expect(fault('🙂🙂🙂🙂🙂🙂🙂🙂')).toBeUndefined()
  expect(fault(' '.repeat(8))).toBeUndefined()
  expect(fault('a'.repeat(72))).toBeUndefined()
  for (const tooLong of ['a'.repeat(73), 'ä'.repeat(37)]) expect(fault(tooLong)).toContain('72')
})

test('validateAccountFields does not check the length of an existing password at sign-in', () => {
  for (const password of ['1', ' ', 'a'.repeat(200)]) expect(validateAccountFields({ password }, 'known')).toEqual({})
})

test('validateAccountFields accepts a disposable email address at sign-in and rejects it at sign-up', () => {
  expect(validateAccountFields({ email: 'mara@tempmail.org' }, 'known')).toEqual({})
  expect(validateAccountFields({ email: 'mara@tempmail.org' }, 'new')).toEqual({ email: 'Email domain not allowed' })
})

test('a one-time code must have six digits of any script; spaces and hyphens are ignored', () => {
  for (const typed of [
    '123456',
    '123 456',
    ' 123-456 ',
    '123 456',
    '１２３ ４５６',
    '١٢٣٤٥٦',
    '۱۲۳۴۵۶',
    '१२३४५६',
    '𝟏𝟐𝟑𝟜𝟝𝟞',
  ])
    expect(extractDigits(typed)).toBe('123456')
  for (const wrong of ['12345', '1234567', 'abcdef']) {
    expect(validateAccountFields({ code: wrong }, 'known')).toEqual({ code: 'A code has six digits' })
  }
})

test('validateAccountFields returns “Password is required” for an empty password at sign-in', () => {
  expect(validateAccountFields({ password: '' }, 'known')).toEqual({ password: 'Password is required' })
})

test('normaliseAccountFields converts an internationalised or pasted email address and the spelling of a name, and no password', () => {
  for (const { input, outcome } of CONVERTED_EMAIL_VECTORS) {
    expect(normaliseAccountFields({ email: input }).email.toLowerCase()).toBe(outcome)
  }
  const fields = { name: ' Anna\u200b O´Berg', password: ' e\u0301\u00a0', code: '1 2' }
  expect(normaliseAccountFields(fields)).toEqual({ ...fields, name: 'Anna O’Berg' })
})

test('validateAccountFields measures a new password in NFC', () => {
  expect(validateAccountFields({ password: 'e\u0301'.repeat(7) }, 'new').password).toBe('Use at least 8 characters.')
  expect(validateAccountFields({ password: 'e\u0301'.repeat(36) }, 'new')).toEqual({})
})
