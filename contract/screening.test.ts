import { expect, test } from 'vitest'
import { isSuspiciousEmail, isSuspiciousName, isSuspiciousUserAgent, PASSING_SURNAMES } from './screening.ts'
import { SCREENED_EMAIL_VECTORS, SCREENED_NAME_VECTORS, USER_AGENT_VECTORS } from './screening-vectors.ts'

test.each(USER_AGENT_VECTORS)('user agent "$input" $outcome', ({ input, outcome }) => {
  expect(isSuspiciousUserAgent(input)).toBe(outcome === 'refused')
})

test.each(SCREENED_EMAIL_VECTORS)('email $input $outcome', ({ input, outcome }) => {
  expect(isSuspiciousEmail(input)).toBe(outcome === 'refused')
})

test.each(SCREENED_NAME_VECTORS)('name $input $outcome', ({ input, outcome }) => {
  expect(isSuspiciousName(input)).toBe(outcome === 'refused')
})

test('every listed surname passes, alone, in capitals, double-barrelled and in an address', () => {
  for (const surname of PASSING_SURNAMES) {
    expect(isSuspiciousName(`Ada ${surname}`)).toBe(false)
    expect(isSuspiciousName(surname.toUpperCase())).toBe(false)
    expect(isSuspiciousName(`Ada ${surname}-Smith`)).toBe(false)
    expect(isSuspiciousEmail(`${surname}@example.com`)).toBe(false)
  }
})

test('the list holds nobody who would pass without it', () => {
  for (const surname of PASSING_SURNAMES) expect(surname).toMatch(/test|fake|spam|bot|^temp/)
})
