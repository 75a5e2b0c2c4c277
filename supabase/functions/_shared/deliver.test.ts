import { expect, test } from 'vitest'
import { deliverMail } from '../deliver-mail/deliver-mail.ts'
import { deliverClaimedMail, drainOutbox } from './deliver.ts'
import { createFakeServices, createJsonRequest } from './fake-services.ts'
import { MailDeliveryError } from './services.ts'

const row = { id: '7d1c', kind: 'welcome_free', recipient: 'ada@example.com', data: { name: 'Ada' } }
const inTime = AbortSignal.timeout(60_000)

/** Returns a fake outbox with `count` mails. Each claim returns the next mail, as in the database. */
function queueOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, id: `mail${index}` }))
  return { claim_mail: () => rows.splice(0, 1) }
}

test('drainOutbox sends every due mail exactly once', async () => {
  const services = createFakeServices(queueOf(10))
  expect(await drainOutbox(services, inTime)).toEqual({ sent: 10, delayed: 0, refused: 0 })
  expect(new Set(services.mails.map(({ messageId }) => messageId)).size).toBe(10)
  expect(services.calls.filter(({ name }) => name === 'mark_mail_sent')).toHaveLength(10)
})

test('drainOutbox claims no further mails once its abort signal fires, and finishes the claimed ones', async () => {
  const stop = new AbortController()
  const services = createFakeServices(queueOf(10), { mailer: { send: async () => stop.abort() } })
  const { sent } = await drainOutbox(services, stop.signal)
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThanOrEqual(3)
})

test('deliverClaimedMail returns "refused" when the address does not exist and "delayed" after another failure, and stores which', async () => {
  for (const [fault, outcome] of [
    ['address', 'refused'],
    ['recipient', 'delayed'],
    ['server', 'delayed'],
  ] as const) {
    const mailer = { send: () => Promise.reject(new MailDeliveryError('SMTP 550', fault)) }
    const services = createFakeServices({}, { mailer })
    expect(await deliverClaimedMail(row, services)).toBe(outcome)
    expect(services.calls).toMatchObject([{ name: 'mark_mail_failed' }])
    expect(Object.values(services.calls[0]?.args ?? {})).toEqual(expect.arrayContaining(['7d1c', 'SMTP 550', fault]))
  }
})

test('deliverClaimedMail logs when the mail server’s refusals pause the queue, and when the mail server accepts mail again', async () => {
  const mailer = { send: () => Promise.reject(new MailDeliveryError('SMTP 550 5.4.5 to DATA', 'server')) }
  const pausing = createFakeServices({ mark_mail_failed: () => 'pauses' }, { mailer })
  await deliverClaimedMail(row, pausing)
  expect(pausing.logged.slice(1)).toEqual([
    { event: 'mail_server_failing', facts: { reason: 'SMTP 550 5.4.5 to DATA' } },
  ])
  const resumed = createFakeServices({ mark_mail_sent: () => true })
  await deliverClaimedMail(row, resumed)
  expect(resumed.logged.map(({ event }) => event)).toEqual(['mail_server_recovered', 'mail_sent'])
})

test('deliverClaimedMail logs no line for a mail that fails while the queue is paused, so that 2,000 mails on the way log five', async () => {
  const mailer = { send: () => Promise.reject(new MailDeliveryError('No mail server: ECONNREFUSED', 'server')) }
  let failures = 0
  const services = createFakeServices(
    { mark_mail_failed: () => (++failures < 5 ? 'retried' : failures === 5 ? 'pauses' : 'paused') },
    { mailer },
  )
  for (let count = 0; count < 2000; count++) await deliverClaimedMail(row, services)
  expect(services.logged.map(({ event }) => event)).toEqual([
    ...Array.from({ length: 5 }, () => 'mail_delivery_failed'),
    'mail_server_failing',
  ])
})

test('deliver-mail with {mail: id} sends this mail only and responds with its outcome, or with null when it is held back', async () => {
  const operator = { caller: { role: 'service_role', source: '' } } as const
  const id = '3f2a9c10-0000-4000-8000-000000000000'
  const services = createFakeServices({ claim_mail_by_id: () => [row] }, operator)
  expect(await (await deliverMail(createJsonRequest({ mail: id }), services)).json()).toEqual({
    success: true,
    outcome: 'sent',
  })
  expect(services.calls.map(({ name }) => name)).toEqual(['claim_mail_by_id', 'mark_mail_sent'])
  const held = createFakeServices(queueOf(1), operator)
  expect(await (await deliverMail(createJsonRequest({ mail: id }), held)).json()).toEqual({
    success: true,
    outcome: null,
  })
  expect(held.mails).toEqual([])
})

test('drainOutbox marks a row that cannot be composed into a mail as refused, and continues with the next row', async () => {
  const rows = [{ ...row, kind: 'unheard_of' }, { ...row, data: 'x' }, row]
  const services = createFakeServices({ claim_mail: () => rows.splice(0, 1) })
  expect(await drainOutbox(services, inTime)).toEqual({ sent: 1, delayed: 0, refused: 2 })
})

test('deliverClaimedMail retries marking a sent mail as sent when the database call fails, and sends it only once', async () => {
  let stumbles = 2
  const services = createFakeServices({
    mark_mail_sent: () => {
      if (stumbles-- > 0) throw new Error('away')
      return null
    },
  })
  expect(await deliverClaimedMail(row, services)).toBe('sent')
  expect(services.mails).toHaveLength(1)
})

test('deliverClaimedMail logs a masked address and no name', async () => {
  const services = createFakeServices({})
  await deliverClaimedMail({ ...row, data: { name: 'Ada' } }, services)
  expect(services.logged.map(({ event }) => event)).toEqual(['mail_sent'])
  expect(JSON.stringify(services.logged)).not.toMatch(/ada@|Ada|example/)
  expect(JSON.stringify(services.logged)).toContain('a***@e…')
})

test('deliver-mail with {check: true} responds with the mail server’s answer and sends nothing', async () => {
  const operator = { caller: { role: 'service_role', source: '' } } as const
  const services = createFakeServices(queueOf(1), operator)
  const taken = await deliverMail(createJsonRequest({ check: true }), services)
  expect(await taken.json()).toEqual({ success: true, accepts: true, answer: '250 2.1.5 Ok' })
  expect(services).toMatchObject({ calls: [], mails: [] })

  const reply = '504 5.5.2 <[127.0.0.1]>: Helo command rejected: need fully-qualified hostname'
  const check = () => Promise.reject(new MailDeliveryError('SMTP 504 5.5.2 to RCPT TO', 'server', { reply }))
  const refused = await deliverMail(
    createJsonRequest({ check: true }),
    createFakeServices({}, { ...operator, mailer: { check } }),
  )
  expect(await refused.json()).toEqual({ success: true, accepts: false, answer: `SMTP 504 5.5.2 to RCPT TO: ${reply}` })
  expect((await deliverMail(createJsonRequest({ check: true }), createFakeServices({}))).status).toBe(403)
})

test('deliver-mail responds with 503 when the database is unreachable', async () => {
  const away = () => {
    throw new Error('away')
  }
  const services = createFakeServices({ claim_mail: away }, { caller: { role: 'service_role', source: '' } })
  expect((await deliverMail(createJsonRequest({}), services)).status).toBe(503)
})
