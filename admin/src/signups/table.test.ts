import { beforeEach, expect, test, vi } from 'vitest'
import { formatSignupTable } from './table.ts'

const ada = {
  id: '3f2a9c10-0000-4000-8000-000000000000',
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
  payment_reversal: null,
  invited_at: null,
  wave: null,
  confirm_by: null,
  confirmed_at: null,
}

beforeEach(() => {
  vi.stubEnv('TZ', 'America/St_Johns') // the table shows local time; this time zone is three and a half hours behind UTC
})

test('formatSignupTable shows the id, time, access, address and name of each sign-up, and the total number', () => {
  const lines = formatSignupTable([
    ada,
    { ...ada, is_paid: true, order_id: 'cs_1', amount: 29, payment_verified: true, currency: 'EUR' },
    { ...ada, is_paid: true, order_id: 'cs_2', amount: '29.00' },
    { ...ada, order_id: 'cs_3' },
    { ...ada, confirm_by: ada.created_at },
    { ...ada, is_paid: true, order_id: 'cs_4', amount: 29, confirm_by: ada.created_at },
    { ...ada, is_paid: true, order_id: 'cs_5', amount: 49, currency: 'EUR', payment_reversal: 'refunded' },
    { ...ada, is_paid: true, order_id: 'cs_6', amount: 49, currency: 'EUR', payment_reversal: 'withdrawn' },
  ]).split('\n')
  expect(lines[0]).toMatch(/^Id +When +Access +Address +Name$/)
  const accessColumn = lines.slice(2, 10).map((line) => line.split(/ {2,}/)[2])
  expect(accessColumn).toEqual([
    'free',
    'paid 29 EUR',
    'says paid 29.00 (no currency)',
    'says paid',
    'unconfirmed',
    'says paid 29 (no currency), unconfirmed',
    'refunded 49 EUR',
    'disputed 49 EUR',
  ])
  expect(lines[1]).toMatch(/^─+( {2}─+){4}$/)
  expect(lines[2]).toMatch(/^[0-9a-f]{8} {2}Mar 5, 2026, 6:50 AM GMT-3:30 .*ada@example\.com {2}Ada Lovelace$/)
  expect(lines.at(-1)).toBe('8 sign-ups')
})

test('formatSignupTable adds a column for review reasons and further payments when a sign-up has one of them', () => {
  const further_claims = [{ order_id: 'cs_2', amount: 49, claimed_at: '2026-03-05T10:20:30Z' }]
  const flagged = { ...ada, is_paid: true, amount: 29, flag_reason: 'Name too long', further_claims }
  const lines = formatSignupTable([flagged, ada, { ...ada, further_claims }]).split('\n')
  expect(lines[0]).toMatch(/Name +Look at$/)
  expect(lines[2]).toMatch(/ {2}Name too long; 49 \(no currency\) cs_2$/)
  expect(lines[3]).toMatch(/Ada Lovelace *$/)
  expect(lines[4]).toMatch(/Ada Lovelace {2}49 \(no currency\) cs_2$/)
  const proved = further_claims.map((claim) => ({ ...claim, currency: 'EUR', verified: true }))
  expect(formatSignupTable([{ ...flagged, further_claims: proved }])).toMatch(/Name too long; paid 49 EUR cs_2$/m)
  const refunded = further_claims.map((claim) => ({ ...claim, verified: false, reversal: 'refunded' as const }))
  expect(formatSignupTable([{ ...flagged, further_claims: refunded }])).toMatch(
    /Name too long; refunded 49 \(no currency\) cs_2$/m,
  )
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
