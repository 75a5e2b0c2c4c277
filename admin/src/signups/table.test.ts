import { beforeEach, expect, test, vi } from 'vitest'
import { formatSignupTable } from './table.ts'

const ada = {
  id: 'a',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  is_paid: false,
  amount: null,
  order_id: null,
  payment_verified: false,
  consent_wording: '',
  consent_at: '',
  consent_form: '',
  created_at: '2026-03-05T10:20:30Z',
  flag_reason: null,
  claimed_at: null,
  further_claims: [],
  currency: null,
  invited_at: null,
  wave: null,
}

beforeEach(() => {
  vi.stubEnv('TZ', 'America/St_Johns') // the table shows local time; this time zone is three and a half hours behind UTC
})

test('formatSignupTable shows the time, access, address and name of each sign-up, and the total number', () => {
  const lines = formatSignupTable([
    ada,
    { ...ada, is_paid: true, amount: 29, payment_verified: true, currency: 'EUR' },
    { ...ada, is_paid: true, amount: '29.00' },
    { ...ada, is_paid: true },
  ]).split('\n')
  expect(lines[0]).toMatch(/^When +Access +Address +Name$/)
  expect(lines.slice(2, 6).map((line) => line.split(/ {2,}/)[1])).toEqual([
    'free',
    'paid 29 EUR',
    'says paid 29.00',
    'says paid',
  ])
  expect(lines[1]).toMatch(/^─+( {2}─+){3}$/)
  expect(lines[2]).toMatch(/^2026-03-05 06:50 .*ada@example\.com {2}Ada Lovelace$/)
  expect(lines.at(-1)).toBe('4 sign-ups')
})

test('formatSignupTable adds a column for review reasons and further payments when a sign-up has one of them', () => {
  const further_claims = [{ order_id: 'cs_2', amount: 49, claimed_at: '2026-03-05T10:20:30Z' }]
  const flagged = { ...ada, is_paid: true, amount: 29, flag_reason: 'Name too long', further_claims }
  const lines = formatSignupTable([flagged, ada, { ...ada, further_claims }]).split('\n')
  expect(lines[0]).toMatch(/Name +Look at$/)
  expect(lines[2]).toMatch(/ {2}Name too long; 49 cs_2$/)
  expect(lines[3]).toMatch(/Ada Lovelace *$/)
  expect(lines[4]).toMatch(/Ada Lovelace {2}49 cs_2$/)
  const proved = further_claims.map((claim) => ({ ...claim, currency: 'EUR', verified: true }))
  expect(formatSignupTable([{ ...flagged, further_claims: proved }])).toMatch(/Name too long; paid 49 EUR cs_2$/m)
})

test('formatSignupTable adds a column for waves when at least one person was invited', () => {
  const lines = formatSignupTable([{ ...ada, invited_at: ada.created_at, wave: 'spring' }, ada]).split('\n')
  expect(lines[0]).toMatch(/Name +Wave$/)
  expect(lines[2]).toMatch(/Ada Lovelace {2}spring$/)
  expect(lines[3]).toMatch(/Ada Lovelace$/)
})

test('formatSignupTable truncates a long address and a long name', () => {
  const text = formatSignupTable([{ ...ada, email: `${'a'.repeat(80)}@example.com`, name: 'b'.repeat(80) }])
  expect(text).toContain(`${'a'.repeat(59)}…  ${'b'.repeat(59)}…`)
})

test('formatSignupTable returns "Nobody." when there are no sign-ups', () => {
  expect(formatSignupTable([])).toBe('Nobody.')
})
