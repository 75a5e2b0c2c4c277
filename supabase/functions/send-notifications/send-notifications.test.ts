import { expect, test, vi } from 'vitest'
import { DatabaseRefusal, MailNotTaken } from '../_shared/services.ts'
import { aRequest, type StandInServices, standInServices } from '../_shared/stand-in-services.ts'
import { sendNotifications } from './send-notifications.ts'

const order = { id: '7d1c', kind: 'welcome_free', recipient: 'ada@example.com', data: { name: 'Ada Lovelace' } }
const waiting = { mail_id: '7d1c', is_held: false }
const signedUp = { request_welcome_mail: () => waiting, claim_mail_by_id: () => [order] }
const body = { type: 'welcome_free', userData: { name: 'Eve', email: ' Ada@Example.com', is_paid: false } }
const paid = { type: 'welcome_paid', userData: { ...body.userData, is_paid: true, amount: 29, order_id: 'cs_1' } }

/** Asks, and waits for what goes on after the answer as well. */
async function ask(services: StandInServices, asked: unknown = body) {
  const later: Promise<unknown>[] = []
  const before = () => services.calls.map(({ name }) => name)
  const response = await sendNotifications(aRequest(asked), { ...services, keepAlive: (work) => later.push(work) })
  const first = before()
  const answer = { status: response.status, body: await response.json() }
  await Promise.all(later)
  return { answer, first, all: before() }
}

test('a welcome that waits is sent after the answer, and its row notes it', async () => {
  const services = standInServices(signedUp)
  const { answer, first, all } = await ask(services)
  expect(answer).toEqual({ status: 200, body: { success: true } })
  expect(first).toEqual(['request_welcome_mail'])
  expect(all).toEqual(['request_welcome_mail', 'claim_mail_by_id', 'mark_mail_sent'])
  expect(services.mails).toMatchObject([{ to: 'ada@example.com' }])
  expect(services.mails[0]?.text).toContain('Hello Ada,') // the row's name, not the one that was sent
})

test('the type that is asked for does not reach the database', async () => {
  for (const asked of [body, paid]) {
    const services = standInServices(signedUp)
    await ask(services, asked)
    expect(services.calls[0]?.args).toEqual({ email: 'ada@example.com', source: '192.0.2.7' })
    expect(services.mails).toMatchObject([{ subject: 'Welcome to Fondly' }])
  }
})

test('an address that is known, unknown, or has its mail gets the same answer after the same work', async () => {
  const refusing = { send: () => Promise.reject(new MailNotTaken('SMTP 550', true)) }
  const away = { check: () => Promise.reject(new MailNotTaken('No mail server: ESOCKET', false)) }
  for (const mailer of [{}, refusing, away]) {
    for (const is_held of [false, true]) {
      const [known, unknown] = await Promise.all(
        ['7d1c', null].map((mail_id) => {
          const answers = { ...signedUp, request_welcome_mail: () => ({ mail_id, is_held }) }
          return ask(standInServices(answers, { mailer }))
        }),
      )
      expect([known?.answer, known?.first]).toEqual([unknown?.answer, unknown?.first])
      expect(known?.answer.status).toBe(is_held || mailer === away ? 503 : 200)
    }
  }
})

test('while no mail goes out, or it is held back, the visitor is told that it may be late', async () => {
  const check = () => Promise.reject(new MailNotTaken('No mail server: ESOCKET', false))
  const late = { status: 503, body: { success: false, error: 'Signup successful, but welcome email may be delayed.' } }
  expect((await ask(standInServices(signedUp, { mailer: { check } }))).answer).toEqual(late)
  const held = { ...signedUp, request_welcome_mail: () => ({ ...waiting, is_held: true }) }
  expect((await ask(standInServices(held))).answer).toEqual(late)
})

test('a mail server that does not say whether it takes mail is not waited for longer than eight seconds', async () => {
  vi.useFakeTimers()
  const asking = ask(standInServices(signedUp, { mailer: { check: () => new Promise<void>(() => {}) } }))
  await vi.advanceTimersByTimeAsync(8_200)
  expect((await asking).answer.status).toBe(503)
  vi.useRealTimers()
})

test('why a mail was not taken stands in its row', async () => {
  const mailer = { send: () => Promise.reject(new MailNotTaken('SMTP 451 to DATA', false)) }
  const services = standInServices(signedUp, { mailer })
  expect((await ask(services)).all.at(-1)).toBe('mark_mail_failed')
  expect(Object.values(services.calls.at(-1)?.args ?? {})).toContain('SMTP 451 to DATA')
})

test('a mail that somebody else is sending right now is a success too', async () => {
  for (const nothing of [null, [], { id: null, kind: null, recipient: null, data: null }]) {
    const services = standInServices({ ...signedUp, claim_mail_by_id: () => nothing })
    expect((await ask(services)).answer.status).toBe(200)
    expect(services.mails).toEqual([])
  }
})

test('a source that asks too often is refused in words that do not say which limit; operators are not counted', async () => {
  const refusing = standInServices({
    request_welcome_mail: () => {
      throw new DatabaseRefusal('PT429', 'Too many: 61 of 60 from 192.0.2.7')
    },
  })
  const error = 'Too Many Attempts: Please wait before trying again.'
  expect((await ask(refusing)).answer).toEqual({ status: 429, body: { success: false, error } })
  for (const [caller, source] of [
    [{ role: 'service_role', source: '192.0.2.7' }, ''],
    [{ role: 'anon', source: '' }, 'unknown'],
    [{ role: 'authenticated', source: '192.0.2.7' }, '192.0.2.7'],
  ] as const) {
    const services = standInServices(signedUp, { caller })
    await ask(services)
    expect(services.calls[0]?.args).toMatchObject({ source })
  }
})

test('a database that is away or refuses is a 503 in the same words', async () => {
  for (const error of [new Error('away'), new DatabaseRefusal('57014', 'canceling statement')]) {
    const services = standInServices({
      request_welcome_mail: () => {
        throw error
      },
    })
    const response = await sendNotifications(aRequest(body), services)
    expect(response.status).toBe(503)
    expect(JSON.stringify(await response.json())).not.toMatch(/away|canceling/)
  }
})

test('what is no notification is refused before the database is asked', async () => {
  for (const [bad, error] of [
    ['{', 'The body must be JSON.'],
    [null, 'The body does not have the expected form.'],
    [{ ...body, type: 'newsletter' }, 'The body does not have the expected form.'],
    [{ ...body, userData: { name: 'Ada', email: 'ada' } }, 'Invalid email format'],
    [{ ...body, userData: { name: 'Ada' } }, 'Email is required'],
    [{ ...body, type: 'welcome_paid' }, 'The body does not have the expected form.'],
  ] as const) {
    const services = standInServices(signedUp)
    const response = await sendNotifications(aRequest(bad), services)
    expect([response.status, await response.json()]).toEqual([400, { success: false, error }])
    expect(services.calls).toEqual([])
  }
})

test('other methods than POST are refused', async () => {
  const response = await sendNotifications(aRequest(null, 'GET'), standInServices(signedUp))
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
})
