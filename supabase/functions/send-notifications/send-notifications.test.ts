import { expect, test } from 'vitest'
import { DatabaseRefusal, MailNotTaken } from '../_shared/services.ts'
import { aRequest, standInServices } from '../_shared/stand-in-services.ts'
import { sendNotifications } from './send-notifications.ts'

const order = { id: '7d1c', kind: 'welcome_free', recipient: 'ada@example.com', data: { name: 'Ada Lovelace' } }
const signedUp = { request_welcome_mail: () => '7d1c', claim_mail_by_id: () => [order] }
const body = { type: 'welcome_free', userData: { name: 'Eve', email: ' Ada@Example.com', is_paid: false } }

test('an address that signed up is mailed at once, and the row notes it', async () => {
  const services = standInServices(signedUp)
  const response = await sendNotifications(aRequest(body), services)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ success: true })
  expect(services.mails).toMatchObject([{ to: 'ada@example.com' }])
  expect(services.mails[0]?.text).toContain('Hello Ada,') // the row's name, not the one that was sent
  expect(services.calls.map(({ name }) => name)).toEqual(['request_welcome_mail', 'claim_mail_by_id', 'mark_mail_sent'])
  expect(services.calls[0]?.args).toMatchObject({ type: 'welcome_free' })
  expect(Object.values(services.calls[0]?.args ?? {})).toContain('ada@example.com')
})

test('an unknown address, or one that has its mail, gets the same answer and no mail', async () => {
  const services = standInServices({ request_welcome_mail: () => null })
  const response = await sendNotifications(aRequest(body), services)
  expect([response.status, await response.json()]).toEqual([200, { success: true }])
  expect(services.mails).toEqual([])
})

test('a mail that somebody else is sending right now is a success too', async () => {
  for (const nothing of [null, [], { id: null, kind: null, recipient: null, data: null }]) {
    const services = standInServices({ ...signedUp, claim_mail_by_id: () => nothing })
    expect((await sendNotifications(aRequest(body), services)).status).toBe(200)
    expect(services.mails).toEqual([])
  }
})

test('a mail that was not taken is a 503, and its row says why', async () => {
  const mailer = { send: () => Promise.reject(new MailNotTaken('No mail server: ESOCKET', false)) }
  const services = standInServices(signedUp, { mailer })
  const response = await sendNotifications(aRequest(body), services)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    success: false,
    error: 'Signup successful, but welcome email may be delayed.',
  })
  expect(services.calls.at(-1)).toMatchObject({ name: 'mark_mail_failed' })
  expect(Object.values(services.calls.at(-1)?.args ?? {})).toContain('No mail server: ESOCKET')
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
