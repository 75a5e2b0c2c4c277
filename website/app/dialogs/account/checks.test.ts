import { expect, test } from 'vitest'
import { checkAccount, digitsOf } from './checks.ts'

test('a form that is filled in well has no fault', () => {
  expect(checkAccount({ email: ' mara@example.com ', password: 'x' }, 'known')).toEqual({})
  expect(checkAccount({ name: 'Mara Lind', email: 'mara@example.com', password: 'a long sentence' }, 'new')).toEqual({})
  expect(checkAccount({ code: '123 456' }, 'known')).toEqual({})
})

test('empty fields say that they are required', () => {
  expect(checkAccount({ name: '', email: '', password: '', current: '', code: '' }, 'new')).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
    current: 'Type the password you have now',
    code: 'Code is required',
  })
})

test('only fields that the form has are checked', () => {
  expect(checkAccount({}, 'new')).toEqual({})
  expect(checkAccount({ email: 'mara' }, 'known')).toEqual({ email: 'Invalid email format' })
})

test('a new password has 8 characters to 72 bytes, whatever they are', () => {
  const fault = (password: string) => checkAccount({ password }, 'new').password
  expect(fault('1234567')).toBe('Use at least 8 characters.')
  expect(fault('12345678')).toBeUndefined()
  expect(fault('🙂🙂🙂🙂🙂🙂🙂🙂')).toBeUndefined()
  expect(fault(' '.repeat(8))).toBeUndefined()
  expect(fault('a'.repeat(72))).toBeUndefined()
  for (const tooLong of ['a'.repeat(73), 'ä'.repeat(37)]) expect(fault(tooLong)).toContain('72')
})

test('a password that exists is taken as it is', () => {
  for (const password of ['1', ' ', 'a'.repeat(200)]) expect(checkAccount({ password }, 'known')).toEqual({})
})

test('a disposable address may sign in but not up', () => {
  expect(checkAccount({ email: 'mara@tempmail.org' }, 'known')).toEqual({})
  expect(checkAccount({ email: 'mara@tempmail.org' }, 'new')).toEqual({ email: 'Email domain not allowed' })
})

test('a code is six digits, whatever stands between them', () => {
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

test('a sign-in without a password says that one is required', () => {
  expect(checkAccount({ password: '' }, 'known')).toEqual({ password: 'Password is required' })
})
