import * as v from 'valibot'
import { expect, test } from 'vitest'
import { addressSchema, emailSchema, sanitiseEmail } from './email.ts'
import { isSuspiciousEmail } from './screening.ts'
import { findValidationError } from './validation-error.ts'
import { EMAIL_VECTORS, SANITISED_EMAIL_VECTORS } from './validation-vectors.ts'

test.each(EMAIL_VECTORS)('email $input: $outcome', ({ input, outcome }) => {
  expect(findValidationError(emailSchema, input)?.message ?? null).toBe(outcome)
})

test('every address in the vectors that passes the validation also passes the bot screening', () => {
  for (const { input, outcome } of EMAIL_VECTORS) if (!outcome) expect(isSuspiciousEmail(input)).toBe(false)
})

test('an empty address gets only the message "Email is required"', () => {
  const { issues } = v.safeParse(emailSchema, '')
  expect(issues?.map((issue) => issue.message)).toEqual(['Email is required'])
})

test('an invalid address gets one message only, even when it is also too long or of a disposable domain', () => {
  for (const schema of [addressSchema, emailSchema]) {
    for (const text of ['a b@tempmail.org', `a b@${'x'.repeat(300)}.example`]) {
      expect(v.safeParse(schema, text).issues?.map(({ message }) => message)).toEqual(['Invalid email format'])
    }
  }
  expect(v.safeParse(addressSchema, '').issues).toHaveLength(1)
  expect(v.safeParse(emailSchema, `${'a'.repeat(300)}@tempmail.org`).issues).toHaveLength(1)
})

test('accepts an address with one character before the @ and one in a label of its domain', () => {
  expect(findValidationError(addressSchema, 'a@x.example')).toBeNull()
})

test('an accepted address keeps its case and is trimmed', () => {
  expect(v.parse(emailSchema, ' Ada@Example.com ')).toBe('Ada@Example.com')
})

test('addressSchema accepts a disposable domain, which only emailSchema rejects', () => {
  expect(findValidationError(addressSchema, 'ada@tempmail.org')).toBeNull()
})

test.each(SANITISED_EMAIL_VECTORS)('sanitiseEmail of $input: $outcome', ({ input, outcome }) => {
  expect(sanitiseEmail(input)).toBe(outcome)
})

test('validates hostile addresses of 16 kB in less than a second of CPU time (no catastrophic backtracking)', () => {
  const before = process.threadCpuUsage()
  for (const text of ['a'.repeat(16_000), `a@${'a.'.repeat(8000)}`, `a@${'a-'.repeat(8000)}`, 'a.'.repeat(8000)]) {
    findValidationError(emailSchema, text)
    isSuspiciousEmail(text)
  }
  expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000) // CPU time in microseconds, independent of the machine's load
})
