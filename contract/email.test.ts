import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emailAddressSchema, normaliseAddress, parseEmailAddress, sanitiseEmail, signupEmailSchema } from './email.ts'
import { isSuspiciousEmail } from './screening.ts'
import { findValidationError } from './validation-error.ts'
import { CONVERTED_EMAIL_VECTORS, EMAIL_VECTORS, SANITISED_EMAIL_VECTORS } from './validation-vectors.ts'

test.each(EMAIL_VECTORS)(
  'signupEmailSchema reports for the address $input the error: $outcome',
  { tags: ['R5.1', 'R5.2', 'R5.3', 'R5.4'] },
  ({ input, outcome }) => {
    expect(findValidationError(signupEmailSchema, input)?.message ?? null).toBe(outcome)
  },
)

test('every test address that signupEmailSchema accepts also passes the bot screening', () => {
  for (const { input, outcome } of EMAIL_VECTORS)
    if (!outcome) expect(isSuspiciousEmail(normaliseAddress(input))).toBe(false)
})

test('signupEmailSchema reports only the error "Email is required" for an empty address', () => {
  const { issues } = v.safeParse(signupEmailSchema, '')
  expect(issues?.map((issue) => issue.message)).toEqual(['Email is required'])
})

test('signupEmailSchema and emailAddressSchema report one error for an invalid address that is also too long or disposable', () => {
  for (const schema of [emailAddressSchema, signupEmailSchema]) {
    for (const text of ['a b@tempmail.org', `a b@${'x'.repeat(300)}.example`]) {
      expect(v.safeParse(schema, text).issues?.map(({ message }) => message)).toEqual(['Invalid email format'])
    }
  }
  expect(v.safeParse(emailAddressSchema, '').issues).toHaveLength(1)
  expect(v.safeParse(signupEmailSchema, `${'a'.repeat(300)}@tempmail.org`).issues).toHaveLength(1)
})

test('emailAddressSchema accepts a one-character local part and a one-character domain label', () => {
  expect(findValidationError(emailAddressSchema, 'a@x.example')).toBeNull()
})

test('signupEmailSchema trims an address and keeps its letter case', () => {
  expect(v.parse(signupEmailSchema, ' Ada@Example.com ')).toBe('Ada@Example.com')
})

test('emailAddressSchema accepts a disposable domain, which signupEmailSchema rejects', () => {
  expect(findValidationError(emailAddressSchema, 'ada@tempmail.org')).toBeNull()
})

test.each(CONVERTED_EMAIL_VECTORS)(
  'parseEmailAddress returns for $input the address: $outcome',
  { tags: ['R5.1'] },
  ({ input, outcome }) => {
    expect(parseEmailAddress(input)).toBe(outcome)
    expect(sanitiseEmail(input)).toBe(outcome)
    expect(v.parse(emailAddressSchema, input).toLowerCase()).toBe(outcome)
  },
)

test('an address with a domain that has no ASCII form is reported as invalid, and no part of a URL is taken for a domain', () => {
  for (const text of [
    'ada@bü cher.example',
    'ada@bücher.example/path',
    'ada@bücher.example:80',
    'ada@x@bücher',
    'ada@%62ü.de',
    'ada@ü..de',
  ])
    expect(findValidationError(emailAddressSchema, text)?.message, text).toBe('Invalid email format')
  expect(parseEmailAddress('ada@bücher')).toBeNull()
})

test('a local part that is not ASCII, and a letter that would become an ASCII one, are reported as invalid', {
  tags: ['R5.1'],
}, () => {
  for (const text of [
    'änne@example.com',
    '\u212aim@example.com',
    'kim@\u212aexample.com',
    'kim@\u212aexample.bücher.example',
    'анна@пример.рф',
  ])
    expect(findValidationError(emailAddressSchema, text)?.message, text).toBe('Invalid email format')
})

test.each(SANITISED_EMAIL_VECTORS)(
  'sanitiseEmail returns for $input the text: $outcome',
  { tags: ['R5.13'] },
  ({ input, outcome }) => {
    expect(sanitiseEmail(input)).toBe(outcome)
  },
)
