import { expect, test } from 'vitest'
import { resultOfError, type SignupResult } from '../../backend/signup.ts'
import { outcomeOf, type SignupWorld, submitSignup } from './submit.ts'

const anna = { name: ' Anna Berg ', email: 'Anna@Example.com' }
const row = { name: 'Anna Berg', email: 'anna@example.com', is_paid: false }

/** A server that gives one answer and writes down what it was asked. */
function aWorld(given: { result?: SignupResult; mailed?: boolean; allowed?: boolean } = {}) {
  const { result = { kind: 'saved' }, mailed = true, allowed = true } = given
  const asked: unknown[] = []
  const world: SignupWorld = {
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
    async sendWelcome(notice) {
      asked.push(['mail', notice])
      return mailed
    },
  }
  return { world, asked }
}

test('a sign-up is counted, stored sanitised, mailed, and answered with its order', async () => {
  const { world, asked } = aWorld()
  const outcome = await submitSignup(anna, '', world)
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

test('mail that fails is told later and changes nothing', async () => {
  const outcome = await submitSignup(anna, '', aWorld({ mailed: false }).world)
  expect(outcome.kind === 'done' && (await outcome.mailed)).toBe(false)
})

test('what the checks refuse never leaves the page and is no attempt', async () => {
  const { world, asked } = aWorld()
  expect(await submitSignup({ name: '', email: 'x' }, '', world)).toEqual({
    kind: 'invalid',
    faults: { name: 'Name is required', email: 'Invalid email format' },
  })
  expect(await submitSignup({ ...anna, email: 'x' }, '', world)).toEqual({
    kind: 'invalid',
    faults: { email: 'Invalid email format' },
  })
  expect(await submitSignup({ ...anna, name: '' }, '', world)).toEqual({
    kind: 'invalid',
    faults: { name: 'Name is required' },
  })
  expect(await submitSignup({ ...anna, email: 'test@example.com' }, '', world)).toEqual({ kind: 'screened' })
  expect(await submitSignup(anna, 'filled', world)).toEqual({ kind: 'screened' })
  expect(asked).toEqual([])
})

test('an address that has used up its attempts is not sent', async () => {
  const { world, asked } = aWorld({ allowed: false })
  expect(await submitSignup(anna, '', world)).toEqual({ kind: 'limited' })
  expect(asked).toEqual([['attempt', 'anna@example.com']])
})

test('what no server answered is no attempt', async () => {
  const { world, asked } = aWorld({ result: { kind: 'unanswered', reason: 'Registration failed. Please try again.' } })
  const failed = { kind: 'failed', reason: 'Registration failed. Please try again.' }
  expect(await submitSignup(anna, '', world)).toEqual(failed)
  expect(asked).toEqual([
    ['attempt', 'anna@example.com'],
    ['insert', row],
    ['attempt given back', 'anna@example.com'],
  ])
})

test("the database's answers become the spec's outcomes, and no mail is asked for", async () => {
  const answers: [{ code: string; message: string }, unknown][] = [
    [{ code: '23505', message: 'duplicate key value' }, { kind: 'taken' }],
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
    const { world, asked } = aWorld({ result: resultOfError(error) })
    expect(await submitSignup(anna, '', world), error.code).toEqual(expected)
    expect(asked.slice(2), 'no mail, and the attempt counts').toEqual([])
  }
  expect(resultOfError({ code: '23505', message: '' })).toEqual({ kind: 'taken', reason: 'Email already registered' })
})

test("no text of a database reaches the visitor but the spec's own sentences", () => {
  const outcome = outcomeOf({ kind: 'invalid', reason: 'new row for relation "early_access_users" violates …' })
  expect(JSON.stringify(outcome)).not.toContain('relation')
})
