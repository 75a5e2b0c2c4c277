import { expect, test, vi } from 'vitest'
import { createFakeServices, createJsonRequest, type FakeServices } from '../_shared/fake-services.ts'
import { DatabaseFunctionError, MailDeliveryError } from '../_shared/services.ts'
import { sendNotifications } from './send-notifications.ts'

const row = { id: '7d1c', kind: 'welcome_free', recipient: 'ada@example.com', data: { name: 'Ada Lovelace' } }
const waiting = { mail_id: '7d1c', is_held: false }
const signedUp = { request_welcome_mail: () => waiting, claim_mail_by_id: () => [row] }
const body = { type: 'welcome_free', userData: { name: 'Eve', email: ' Ada@Example.com', is_paid: false } }

/** Calls the edge function send-notifications and waits for the tasks that continue after its response. */
async function ask(services: FakeServices, asked: unknown = body) {
  const later: Promise<unknown>[] = []
  const before = () => services.calls.map(({ name }) => name)
  const response = await sendNotifications(createJsonRequest(asked), {
    ...services,
    keepAlive: (task) => later.push(task),
  })
  const first = before()
  const answer = { status: response.status, body: await response.json() }
  await Promise.all(later)
  return { answer, first, all: before() }
}

test('send-notifications sends an unsent welcome mail after it has responded, and marks its outbox row as sent', async () => {
  const services = createFakeServices(signedUp)
  const { answer, first, all } = await ask(services)
  expect(answer).toEqual({ status: 200, body: { success: true } })
  expect(first).toEqual(['request_welcome_mail'])
  expect(all).toEqual(['request_welcome_mail', 'claim_mail_by_id', 'mark_mail_sent'])
  expect(services.mails).toMatchObject([{ to: 'ada@example.com' }])
  expect(services.mails[0]?.text).toContain('Hi Ada,') // the name of the stored sign-up, not the name in the request
})

test('send-notifications gives registered and unknown addresses the same response after the same database calls', async () => {
  const refusing = { send: () => Promise.reject(new MailDeliveryError('SMTP 550', 'address')) }
  const away = { check: () => Promise.reject(new MailDeliveryError('No mail server: ESOCKET', 'server')) }
  for (const mailer of [{}, refusing, away]) {
    for (const is_held of [false, true]) {
      const [known, unknown] = await Promise.all(
        ['7d1c', null].map((mail_id) => {
          const answers = { ...signedUp, request_welcome_mail: () => ({ mail_id, is_held }) }
          return ask(createFakeServices(answers, { mailer }))
        }),
      )
      expect([known?.answer, known?.first]).toEqual([unknown?.answer, unknown?.first])
      expect(known?.answer.status).toBe(is_held || mailer === away ? 503 : 200)
    }
  }
})

test('send-notifications responds with 503 and the delay notice while the mail server is down or welcome mails are held back', async () => {
  const check = () => Promise.reject(new MailDeliveryError('No mail server: ESOCKET', 'server'))
  const late = { status: 503, body: { success: false, error: 'Signup successful, but welcome email may be delayed.' } }
  expect((await ask(createFakeServices(signedUp, { mailer: { check } }))).answer).toEqual(late)
  const held = { ...signedUp, request_welcome_mail: () => ({ ...waiting, is_held: true }) }
  expect((await ask(createFakeServices(held))).answer).toEqual(late)
})

test('send-notifications responds with 503 after eight seconds when the mail server does not respond', async () => {
  vi.useFakeTimers()
  const asking = ask(createFakeServices(signedUp, { mailer: { check: () => new Promise<string>(() => {}) } }))
  await vi.advanceTimersByTimeAsync(8_200)
  expect((await asking).answer.status).toBe(503)
})

test('send-notifications responds with 429 above the rate limit, without naming the limit, and exempts operators from it', async () => {
  const refusing = createFakeServices({
    request_welcome_mail: () => {
      throw new DatabaseFunctionError('PT429', 'Too many: 61 of 60 from 192.0.2.7')
    },
  })
  const error = 'Too Many Attempts: Please wait before trying again.'
  expect((await ask(refusing)).answer).toEqual({ status: 429, body: { success: false, error } })
  for (const [caller, source] of [
    [{ role: 'service_role', source: '192.0.2.7' }, ''],
    [{ role: 'anon', source: '' }, 'unknown'],
    [{ role: 'authenticated', source: '192.0.2.7' }, '192.0.2.7'],
  ] as const) {
    const services = createFakeServices(signedUp, { caller })
    await ask(services)
    expect(services.calls[0]?.args).toMatchObject({ source })
  }
})

test('send-notifications responds with 503 when a database call fails, without the error text of the database', async () => {
  for (const error of [new Error('away'), new DatabaseFunctionError('57014', 'canceling statement')]) {
    const services = createFakeServices({
      request_welcome_mail: () => {
        throw error
      },
    })
    const response = await sendNotifications(createJsonRequest(body), services)
    expect(response.status).toBe(503)
    expect(JSON.stringify(await response.json())).not.toMatch(/away|canceling/)
  }
})

test('send-notifications responds with 400 to an invalid notification, without calling the database', async () => {
  for (const [bad, error] of [
    ['{', 'The body must be JSON.'],
    [null, 'The body does not have the expected form.'],
    [{ ...body, type: 'newsletter' }, 'The body does not have the expected form.'],
    [{ ...body, userData: { name: 'Ada', email: 'ada' } }, 'Invalid email format'],
    [{ ...body, userData: { name: 'Ada' } }, 'Email is required'],
    [{ ...body, type: 'welcome_paid' }, 'The body does not have the expected form.'],
  ] as const) {
    const services = createFakeServices(signedUp)
    const response = await sendNotifications(createJsonRequest(bad), services)
    expect([response.status, await response.json()]).toEqual([400, { success: false, error }])
    expect(services.calls).toEqual([])
  }
})

test('when may_confirm is true, send-notifications requests another confirmation mail after the same response for every address', async () => {
  const link = {
    ...row,
    kind: 'signup_confirmation',
    data: { name: 'Ada', confirm_by: '2026-03-07T14:07:00Z', token: '0f'.repeat(32) },
  }
  const notWaiting = { ...signedUp, request_welcome_mail: () => ({ mail_id: null, is_held: false, may_confirm: true }) }
  const answers = []
  for (const request_confirmation_mail of [() => '7d1c', () => null]) {
    const services = createFakeServices({ ...notWaiting, request_confirmation_mail, claim_mail_by_id: () => [link] })
    const { answer, first, all } = await ask(services)
    answers.push([answer, first])
    expect(all[1]).toBe('request_confirmation_mail')
    expect(services.calls[1]?.args).toEqual({ email: 'ada@example.com' })
    expect(services.mails.length).toBe(request_confirmation_mail() === null ? 0 : 1)
  }
  expect(answers[0]).toEqual([{ status: 200, body: { success: true } }, ['request_welcome_mail']])
  expect(answers[1]).toEqual(answers[0])
})

test('send-notifications logs that the confirmation mail could not be requested, without the address', async () => {
  const services = createFakeServices({
    request_welcome_mail: () => ({ mail_id: null, is_held: false, may_confirm: true }),
    request_confirmation_mail: () => {
      throw new DatabaseFunctionError('57014', 'ada@example.com')
    },
  })
  expect((await ask(services)).answer.status).toBe(200)
  expect(services.logged).toEqual([{ event: 'mail_not_queued', facts: { reason: 'DatabaseFunctionError' } }])
})
