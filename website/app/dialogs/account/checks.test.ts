import { expect, test } from 'vitest'
import { checkAccount, digitsOf } from './checks.ts'

test('checkAccount returns no error for valid fields', () => {
  expect(checkAccount({ email: ' mara@example.com ', password: 'x' }, 'known')).toEqual({})
  expect(checkAccount({ name: 'Mara Lind', email: 'mara@example.com', password: 'a long sentence' }, 'new')).toEqual({})
  expect(checkAccount({ code: '123 456' }, 'known')).toEqual({})
})

test('checkAccount requires every field of the form', () => {
  expect(checkAccount({ name: '', email: '', password: '', current: '', code: '' }, 'new')).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
    current: 'Type the password you have now',
    code: 'Code is required',
  })
})

test('checkAccount ignores fields that the form does not have', () => {
  expect(checkAccount({}, 'new')).toEqual({})
  expect(checkAccount({ email: 'mara' }, 'known')).toEqual({ email: 'Invalid email format' })
})

test('a new password needs at least 8 characters and at most 72 bytes', () => {
  const fault = (password: string) => checkAccount({ password }, 'new').password
  expect(fault('1234567')).toBe('Use at least 8 characters.')
  expect(fault('12345678')).toBeUndefined()
  expect(fault('🙂🙂🙂🙂🙂🙂🙂🙂')).toBeUndefined()
  expect(fault(' '.repeat(8))).toBeUndefined()
  expect(fault('a'.repeat(72))).toBeUndefined()
  for (const tooLong of ['a'.repeat(73), 'ä'.repeat(37)]) expect(fault(tooLong)).toContain('72')
})

test('the length of an existing password is not checked', () => {
  for (const password of ['1', ' ', 'a'.repeat(200)]) expect(checkAccount({ password }, 'known')).toEqual({})
})

test('a disposable address is accepted for signing in and rejected for signing up', () => {
  expect(checkAccount({ email: 'mara@tempmail.org' }, 'known')).toEqual({})
  expect(checkAccount({ email: 'mara@tempmail.org' }, 'new')).toEqual({ email: 'Email domain not allowed' })
})

test('a code needs six digits, and separators between them are ignored', () => {
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
    expect(digitsOf(typed)).toBe('123456')
  for (const wrong of ['12345', '1234567', 'abcdef']) {
    expect(checkAccount({ code: wrong }, 'known')).toEqual({ code: 'A code has six digits' })
  }
})

test('a sign-in without a password gives the message that it is required', () => {
  expect(checkAccount({ password: '' }, 'known')).toEqual({ password: 'Password is required' })
})
