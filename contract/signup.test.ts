import * as v from 'valibot'
import { expect, test } from 'vitest'
import { contactSchema } from './contact.ts'
import { welcomeMailRequestSchema } from './notification.ts'
import { signupSchema } from './signup.ts'
import { findValidationError } from './validation-error.ts'
import { PAYMENT_VECTORS } from './validation-vectors.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

test.each(PAYMENT_VECTORS)(
  'signupSchema reports for the payment $input the error: $outcome',
  { tags: ['R5.15'] },
  ({ input, outcome }) => {
    expect(findValidationError(signupSchema, { ...ada, ...input })?.message ?? null).toBe(outcome)
  },
)

test('signupSchema defaults is_paid to false and removes unknown fields', { tags: ['R3.1'] }, () => {
  expect(v.parse(signupSchema, { ...ada, payment_verified: true, id: 1 })).toEqual({ ...ada, is_paid: false })
})

test('findValidationError returns the field and message of the first invalid field', () => {
  expect(findValidationError(signupSchema, { name: '', email: '' })).toEqual({
    field: 'name',
    message: 'Name is required',
  })
  expect(findValidationError(signupSchema, { ...ada, email: 'x' })).toEqual({
    field: 'email',
    message: 'Invalid email format',
  })
  expect(findValidationError(signupSchema, {})?.message).toBe('Name is required')
  expect(findValidationError(signupSchema, { ...ada, email: null })?.message).toBe('Email is required')
})

test('signupSchema rejects an amount that is not a finite number', { tags: ['R5.15'] }, () => {
  for (const amount of ['29', Number.NaN, Number.POSITIVE_INFINITY, {}]) {
    expect(findValidationError(signupSchema, { ...ada, is_paid: true, amount, order_id: 'cs_1' })?.message).toBe(
      'Invalid payment amount for paid user',
    )
  }
})

test('signupSchema rejects an order id that is empty, too long, not a string or contains white space', () => {
  for (const order_id of ['', 'a b', 'a\nb', 'x'.repeat(256), 7]) {
    expect(findValidationError(signupSchema, { ...ada, order_id })?.field).toBe('order_id')
  }
})

test('contactSchema requires a name, an email address and a message of at most 5000 characters', {
  tags: ['R3.10'],
}, () => {
  expect(findValidationError(contactSchema, {})?.message).toBe('Name is required')
  expect(findValidationError(contactSchema, { ...ada, email: ' ' })?.message).toBe('Email is required')
  expect(findValidationError(contactSchema, { ...ada, message: '\n\t ' })?.message).toBe('Message is required')
  expect(findValidationError(contactSchema, { ...ada, message: 'x'.repeat(5001) })?.message).toBe('Message too long')
  expect(findValidationError(contactSchema, { ...ada, message: 'x'.repeat(5000) })).toBeNull()
})

test('contactSchema limits a name to 100 code points, not UTF-16 code units', () => {
  const message = 'Hello'
  expect(findValidationError(contactSchema, { ...ada, name: '𠮷'.repeat(100), message })).toBeNull()
  expect(findValidationError(contactSchema, { ...ada, name: '𠮷'.repeat(101), message })?.message).toBe('Name too long')
})

test('contactSchema reports one error per missing or blank field', () => {
  const messages = (input: object) => v.safeParse(contactSchema, input).issues?.map(({ message }) => message)
  const missing = ['Name is required', 'Email is required', 'Message is required']
  expect(messages({})).toEqual(missing)
  expect(messages({ name: null, email: null, message: null })).toEqual(missing)
  expect(messages({ name: ' ', email: ' ', message: ' ' })).toEqual(missing)
})

test('contactSchema accepts names and email addresses that the sign-up form rejects', () => {
  for (const name of ['R2D2', 'Test User', 'Script Writer', 'Jo']) {
    expect(findValidationError(contactSchema, { name, email: 'test@tempmail.org', message: 'Let me in.' })).toBeNull()
  }
})

test('contactSchema removes control characters and keeps line breaks, diacritics and brackets', () => {
  const sent = {
    name: 'Ada\r\n\t Bcc: x@example.com\u0000',
    email: ' ada@example.com',
    message: 'a\r\nb\u0000 <3 {c}\rd\ud800',
  }
  expect(v.parse(contactSchema, sent)).toEqual({
    name: 'Ada Bcc: x@example.com',
    email: 'ada@example.com',
    message: 'a\nb <3 {c}\nd\ufffd',
  })
})

test('welcomeMailRequestSchema accepts welcome_free and welcome_paid with valid data and rejects other types and invalid data', {
  tags: ['R3.11', 'R3.12'],
}, () => {
  const free = { type: 'welcome_free', userData: { ...ada, is_paid: false } }
  const paid = { type: 'welcome_paid', userData: { ...ada, is_paid: true, amount: 29, order_id: 'cs_1' } }
  expect(v.parse(welcomeMailRequestSchema, free)).toEqual(free)
  expect(v.parse(welcomeMailRequestSchema, paid)).toEqual(paid)
  const buyer = { ...paid, userData: { ...paid.userData, name: 'Anna Larsen, MD', email: 'test@tempmail.org' } }
  expect(v.parse(welcomeMailRequestSchema, buyer)).toEqual(buyer)
  expect(findValidationError(welcomeMailRequestSchema, { type: 'welcome_paid', userData: ada })).not.toBeNull()
  expect(findValidationError(welcomeMailRequestSchema, { type: 'newsletter', userData: ada })).not.toBeNull()
  expect(findValidationError(welcomeMailRequestSchema, { type: 'welcome_free' })).not.toBeNull()
  expect(findValidationError(welcomeMailRequestSchema, { type: 'welcome_free', userData: {} })?.message).toBe(
    'Email is required',
  )
})
