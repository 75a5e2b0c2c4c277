import { CONVERTED_EMAIL_VECTORS } from '@site/contract/validation-vectors'
import { expect, test } from 'vitest'
import { mapErrorToSignupResult, type SignupInsertResult } from '../../backend/signup.ts'
import { mapResultToSignupOutcome, type SignupDependencies, submitSignup } from './submit.ts'

const anna = { name: ' Anna Berg ', email: 'Anna@Example.com' }
const row = { name: 'Anna Berg', email: 'anna@example.com', is_paid: false }

type FakeAnswers = { result: SignupInsertResult; mustConfirm: boolean; mailed: boolean; allowed: boolean }

/** Creates fake dependencies of `submitSignup`, which return the given results and record the calls. */
function fakeDependencies(given: Partial<FakeAnswers> = {}) {
  const { result = { kind: 'saved' }, mustConfirm = false, mailed = true, allowed = true } = given
  const asked: unknown[] = []
  const dependencies: SignupDependencies = {
    userAgent: 'Mozilla/5.0 Firefox/150.0',
    allowAttempt(email) {
      asked.push(['attempt', email])
      return allowed
    },
    returnAttempt(email) {
      asked.push(['attempt given back', email])
    },
    async insertSignup(inserted) {
      asked.push(['insert', inserted])
      return result
    },
    fetchMustConfirm: async () => mustConfirm,
    async sendWelcome(notice) {
      asked.push(['mail', notice])
      return mailed
    },
  }
  return { dependencies, asked }
}

test('submitSignup counts the attempt, stores the sanitised fields, requests the welcome email and returns the order', {
  tags: ['R3.1', 'R3.11', 'R5.14', 'R7.3'],
}, async () => {
  const { dependencies, asked } = fakeDependencies()
  const outcome = await submitSignup(anna, '', dependencies)
  expect(outcome).toMatchObject({
    kind: 'done',
    order: { name: 'Anna Berg', email: 'anna@example.com', amount: 0, orderId: expect.stringMatching(/^FREE-\d{6}$/) },
  })
  expect(asked).toEqual([
    ['attempt', 'anna@example.com'],
    ['insert', row],
    ['mail', { type: 'welcome_free', userData: row }],
  ])
})

test('submitSignup marks the order as unconfirmed only while sign-ups must be confirmed', async () => {
  for (const mustConfirm of [true, false]) {
    const outcome = await submitSignup(anna, '', fakeDependencies({ mustConfirm }).dependencies)
    expect(outcome.kind === 'done' && outcome.order.mustConfirm).toBe(mustConfirm || undefined)
  }
})

test('submitSignup stores an internationalised or pasted email address in its ASCII form and a name in one spelling', async () => {
  for (const { input, outcome } of CONVERTED_EMAIL_VECTORS) {
    const { dependencies, asked } = fakeDependencies()
    await submitSignup({ name: '\u200bAnna O`Berg\u00a0', email: input }, '', dependencies)
    expect(asked[1]).toEqual(['insert', { ...row, name: 'Anna O’Berg', email: outcome }])
  }
})

test('submitSignup succeeds although the welcome email fails, and reports the failure in a separate promise', async () => {
  const outcome = await submitSignup(anna, '', fakeDependencies({ mailed: false }).dependencies)
  expect(outcome.kind === 'done' && (await outcome.mailed)).toBe(false)
})

test('submitSignup neither sends a request nor counts an attempt for invalid fields or suspected bots', async () => {
  const { dependencies, asked } = fakeDependencies()
  expect(await submitSignup({ name: '', email: 'x' }, '', dependencies)).toEqual({
    kind: 'invalid',
    faults: { name: 'Name is required', email: 'Invalid email format' },
  })
  expect(await submitSignup({ ...anna, email: 'x' }, '', dependencies)).toEqual({
    kind: 'invalid',
    faults: { email: 'Invalid email format' },
  })
  expect(await submitSignup({ ...anna, name: '' }, '', dependencies)).toEqual({
    kind: 'invalid',
    faults: { name: 'Name is required' },
  })
  expect(await submitSignup({ ...anna, email: 'test@example.com' }, '', dependencies)).toEqual({ kind: 'screened' })
  expect(await submitSignup(anna, 'filled', dependencies)).toEqual({ kind: 'screened' })
  expect(asked).toEqual([])
})

test('submitSignup sends no request when the email address has reached its rate limit', async () => {
  const { dependencies, asked } = fakeDependencies({ allowed: false })
  expect(await submitSignup(anna, '', dependencies)).toEqual({ kind: 'limited' })
  expect(asked).toEqual([['attempt', 'anna@example.com']])
})

test('submitSignup does not count an attempt when the server did not respond', async () => {
  const { dependencies, asked } = fakeDependencies({
    result: { kind: 'unanswered', reason: 'Registration failed. Please try again.' },
  })
  const failed = { kind: 'failed', reason: 'Registration failed. Please try again.' }
  expect(await submitSignup(anna, '', dependencies)).toEqual(failed)
  expect(asked).toEqual([
    ['attempt', 'anna@example.com'],
    ['insert', row],
    ['attempt given back', 'anna@example.com'],
  ])
})

test('submitSignup maps each database error to its specified outcome and requests no welcome email', {
  tags: ['R8.1', 'R8.3', 'R8.4'],
}, async () => {
  const answers: [{ code: string; message: string }, unknown][] = [
    [
      { code: '23505', message: 'duplicate key value' },
      { kind: 'taken', mayConfirm: false },
    ],
    [
      { code: '23502', message: 'null value' },
      { kind: 'failed', reason: 'Missing required information' },
    ],
    [
      { code: '42501', message: 'secret detail' },
      { kind: 'failed', reason: 'Registration failed. Please try again.' },
    ],
    [
      { code: '', message: 'TypeError: Failed to fetch' },
      { kind: 'failed', reason: 'Registration failed. Please try again.' },
    ],
    [{ code: 'PT429', message: 'Too Many Attempts: …' }, { kind: 'limited' }],
    [{ code: 'PT403', message: 'Security Check Failed: …' }, { kind: 'screened' }],
    [
      { code: '23514', message: 'Name too long' },
      { kind: 'invalid', faults: { name: 'Name too long' } },
    ],
    [
      { code: '23514', message: 'Email domain not allowed' },
      { kind: 'invalid', faults: { email: 'Email domain not allowed' } },
    ],
    [
      { code: '23514', message: 'violates check constraint "x"' },
      { kind: 'failed', reason: 'Registration failed. Please try again.' },
    ],
  ]
  for (const [error, expected] of answers) {
    const { dependencies, asked } = fakeDependencies({ result: mapErrorToSignupResult(error) })
    expect(await submitSignup(anna, '', dependencies), error.code).toEqual(expected)
    expect(asked.slice(2), 'no mail, and the attempt counts').toEqual([])
  }
  expect(mapErrorToSignupResult({ code: '23505', message: '' })).toEqual({
    kind: 'taken',
    reason: 'Email already registered',
  })
})

test('submitSignup requests another confirmation mail for a taken address only when the error of the database has a hint', async () => {
  const hint = 'Call send-notifications to get the confirmation mail again.'
  const result = mapErrorToSignupResult({ code: '23505', message: 'duplicate key value', hint })
  const { dependencies, asked } = fakeDependencies({ result })
  expect(await submitSignup(anna, '', dependencies)).toEqual({ kind: 'taken', mayConfirm: true })
  expect(asked.slice(2)).toEqual([['mail', { type: 'welcome_free', userData: row }]])
  for (const other of [null, undefined, '']) {
    const plain = fakeDependencies({ result: mapErrorToSignupResult({ code: '23505', message: '', hint: other }) })
    expect(await submitSignup(anna, '', plain.dependencies)).toEqual({ kind: 'taken', mayConfirm: false })
    expect(plain.asked.slice(2)).toEqual([])
  }
})

test('mapResultToSignupOutcome does not expose an unknown database error message', () => {
  const outcome = mapResultToSignupOutcome({
    kind: 'invalid',
    reason: 'new row for relation "early_access_users" violates …',
  })
  expect(JSON.stringify(outcome)).not.toContain('relation')
})
