import * as v from 'valibot'
import { expect, test } from 'vitest'
import { contactSchema } from './contact.ts'
import { findFault } from './fault.ts'
import { notificationSchema } from './notification.ts'
import { signupSchema } from './signup.ts'
import { PAYMENT_VECTORS } from './validation-vectors.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

test.each(PAYMENT_VECTORS)('payment $input: $outcome', ({ input, outcome }) => {
  expect(findFault(signupSchema, { ...ada, ...input })?.message ?? null).toBe(outcome)
})

test('a sign-up is free unless it says otherwise, and keeps only its own fields', () => {
  expect(v.parse(signupSchema, { ...ada, payment_verified: true, id: 1 })).toEqual({ ...ada, is_paid: false })
})

test('the first fault is that of the first field', () => {
  expect(findFault(signupSchema, { name: '', email: '' })).toEqual({ field: 'name', message: 'Name is required' })
  expect(findFault(signupSchema, { ...ada, email: 'x' })).toEqual({ field: 'email', message: 'Invalid email format' })
  expect(findFault(signupSchema, {})?.message).toBe('Name is required')
  expect(findFault(signupSchema, { ...ada, email: null })?.message).toBe('Email is required')
})

test('an amount that is no finite number is no amount', () => {
  for (const amount of ['29', Number.NaN, Number.POSITIVE_INFINITY, {}]) {
    expect(findFault(signupSchema, { ...ada, is_paid: true, amount, order_id: 'cs_1' })?.message).toBe(
      'Invalid payment amount for paid user',
    )
  }
})

test('an order id is one printable word', () => {
  for (const order_id of ['', 'a b', 'a\nb', 'x'.repeat(256), 7]) {
    expect(findFault(signupSchema, { ...ada, order_id })?.field).toBe('order_id')
  }
})

test('a contact message needs a name, an address and a message', () => {
  expect(findFault(contactSchema, {})?.message).toBe('Name is required')
  expect(findFault(contactSchema, { ...ada, email: ' ' })?.message).toBe('Email is required')
  expect(findFault(contactSchema, { ...ada, message: '\n\t ' })?.message).toBe('Message is required')
  expect(findFault(contactSchema, { ...ada, message: 'x'.repeat(5001) })?.message).toBe('Message too long')
  expect(findFault(contactSchema, { ...ada, message: 'x'.repeat(5000) })).toBeNull()
})

test('a sender has a name of at most 100 characters, counted as a reader counts them', () => {
  const message = 'Hello'
  expect(findFault(contactSchema, { ...ada, name: '𠮷'.repeat(100), message })).toBeNull()
  expect(findFault(contactSchema, { ...ada, name: '𠮷'.repeat(101), message })?.message).toBe('Name too long')
})

test('each field of a contact message has one fault at a time, also when it is left out', () => {
  const messages = (input: object) => v.safeParse(contactSchema, input).issues?.map(({ message }) => message)
  const missing = ['Name is required', 'Email is required', 'Message is required']
  expect(messages({})).toEqual(missing)
  expect(messages({ name: null, email: null, message: null })).toEqual(missing)
  expect(messages({ name: ' ', email: ' ', message: ' ' })).toEqual(missing)
})

test('whoever the sign-up refuses can write to the founders', () => {
  for (const name of ['R2D2', 'Test User', 'Script Writer', 'Jo']) {
    expect(findFault(contactSchema, { name, email: 'test@tempmail.org', message: 'Let me in.' })).toBeNull()
  }
})

test('a contact message loses control characters and keeps its lines, marks and brackets', () => {
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

test('a notification is one of the two welcomes with the data of its kind', () => {
  const free = { type: 'welcome_free', userData: { ...ada, is_paid: false } }
  const paid = { type: 'welcome_paid', userData: { ...ada, is_paid: true, amount: 29, order_id: 'cs_1' } }
  expect(v.parse(notificationSchema, free)).toEqual(free)
  expect(v.parse(notificationSchema, paid)).toEqual(paid)
  const buyer = { ...paid, userData: { ...paid.userData, name: 'Anna Larsen, MD', email: 'test@tempmail.org' } }
  expect(v.parse(notificationSchema, buyer)).toEqual(buyer)
  expect(findFault(notificationSchema, { type: 'welcome_paid', userData: ada })).not.toBeNull()
  expect(findFault(notificationSchema, { type: 'newsletter', userData: ada })).not.toBeNull()
  expect(findFault(notificationSchema, { type: 'welcome_free' })).not.toBeNull()
  expect(findFault(notificationSchema, { type: 'welcome_free', userData: {} })?.message).toBe('Email is required')
})
