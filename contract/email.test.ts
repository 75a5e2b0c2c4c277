import * as v from 'valibot'
import { expect, test } from 'vitest'
import { addressSchema, emailSchema, sanitiseEmail } from './email.ts'
import { findFault } from './fault.ts'
import { isSuspiciousEmail } from './screening.ts'
import { EMAIL_VECTORS, SANITISED_EMAIL_VECTORS } from './validation-vectors.ts'

test.each(EMAIL_VECTORS)('email $input: $outcome', ({ input, outcome }) => {
  expect(findFault(emailSchema, input)?.message ?? null).toBe(outcome)
})

test('addresses that the validation accepts in the vectors pass the screening too', () => {
  for (const { input, outcome } of EMAIL_VECTORS) if (!outcome) expect(isSuspiciousEmail(input)).toBe(false)
})

test('one message at a time: an empty address says only that it is required', () => {
  const { issues } = v.safeParse(emailSchema, '')
  expect(issues?.map((issue) => issue.message)).toEqual(['Email is required'])
})

test('one message at a time: what is no address is not also too long or of a domain that is not allowed', () => {
  for (const schema of [addressSchema, emailSchema]) {
    for (const text of ['a b@tempmail.org', `a b@${'x'.repeat(300)}.example`]) {
      expect(v.safeParse(schema, text).issues?.map(({ message }) => message)).toEqual(['Invalid email format'])
    }
  }
  expect(v.safeParse(addressSchema, '').issues).toHaveLength(1)
  expect(v.safeParse(emailSchema, `${'a'.repeat(300)}@tempmail.org`).issues).toHaveLength(1)
})

test('an address may be as short as one character before the @ and in a part of its domain', () => {
  expect(findFault(addressSchema, 'a@x.example')).toBeNull()
})

test('an accepted address keeps its case and loses the space around it', () => {
  expect(v.parse(emailSchema, ' Ada@Example.com ')).toBe('Ada@Example.com')
})

test('mail to a disposable domain is a question of sign-up, not of the address', () => {
  expect(findFault(addressSchema, 'ada@tempmail.org')).toBeNull()
})

test.each(SANITISED_EMAIL_VECTORS)('saved of email $input: $outcome', ({ input, outcome }) => {
  expect(sanitiseEmail(input)).toBe(outcome)
})

test('a hostile address of 16 kB is answered at once', () => {
  const before = process.threadCpuUsage()
  for (const text of ['a'.repeat(16_000), `a@${'a.'.repeat(8000)}`, `a@${'a-'.repeat(8000)}`, 'a.'.repeat(8000)]) {
    findFault(emailSchema, text)
    isSuspiciousEmail(text)
  }
  expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000) // microseconds of work, however busy the machine is
})
