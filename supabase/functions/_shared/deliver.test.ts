import { expect, test } from 'vitest'
import { deliverMail } from '../deliver-mail/deliver-mail.ts'
import { deliver, drainOutbox } from './deliver.ts'
import { MailNotTaken } from './services.ts'
import { aRequest, standInServices } from './stand-in-services.ts'

const order = { id: '7d1c', kind: 'welcome_free', recipient: 'ada@example.com', data: { name: 'Ada' } }
const inTime = AbortSignal.timeout(60_000)

/** A queue that answers each claim with the next order, as the database does. */
function queueOf(count: number) {
  const orders = Array.from({ length: count }, (_, index) => ({ ...order, id: `mail${index}` }))
  return { claim_mail: () => orders.splice(0, 1) }
}

test('a drain sends everything that is due, each mail once', async () => {
  const services = standInServices(queueOf(10))
  expect(await drainOutbox(services, inTime)).toEqual({ sent: 10, delayed: 0, refused: 0 })
  expect(new Set(services.mails.map(({ messageId }) => messageId)).size).toBe(10)
  expect(services.calls.filter(({ name }) => name === 'mark_mail_sent')).toHaveLength(10)
})

test('told that it is enough, a drain finishes what it has and claims no more', async () => {
  const stop = new AbortController()
  const services = standInServices(queueOf(10), { mailer: { send: async () => stop.abort() } })
  const { sent } = await drainOutbox(services, stop.signal)
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThanOrEqual(3)
})

test('a refusal for good is told from one for later', async () => {
  for (const [permanent, outcome] of [
    [true, 'refused'],
    [false, 'delayed'],
  ] as const) {
    const mailer = { send: () => Promise.reject(new MailNotTaken('SMTP 550', permanent)) }
    const services = standInServices({}, { mailer })
    expect(await deliver(order, services)).toBe(outcome)
    expect(services.calls).toMatchObject([{ name: 'mark_mail_failed' }])
    expect(Object.values(services.calls[0]?.args ?? {})).toEqual(
      expect.arrayContaining(['7d1c', 'SMTP 550', permanent]),
    )
  }
})

test('a row that holds no mail is given up at once, and the next one is sent', async () => {
  const orders = [{ ...order, kind: 'unheard_of' }, { ...order, data: 'x' }, order]
  const services = standInServices({ claim_mail: () => orders.splice(0, 1) })
  expect(await drainOutbox(services, inTime)).toEqual({ sent: 1, delayed: 0, refused: 2 })
})

test('a mail that is out is noted as sent even when the database stumbles for a moment', async () => {
  let stumbles = 2
  const services = standInServices({
    mark_mail_sent: () => {
      if (stumbles-- > 0) throw new Error('away')
      return null
    },
  })
  expect(await deliver(order, services)).toBe('sent')
  expect(services.mails).toHaveLength(1)
})

test('no line of the log holds an address or a name', async () => {
  const services = standInServices({})
  await deliver({ ...order, data: { name: 'Ada' } }, services)
  expect(services.logged.map(({ event }) => event)).toEqual(['mail_sent'])
  expect(JSON.stringify(services.logged)).not.toMatch(/ada@|Ada|example/)
  expect(JSON.stringify(services.logged)).toContain('a***@e…')
})

test('deliver-mail wants the secret key and says what it did', async () => {
  const refused = await deliverMail(aRequest({}), standInServices(queueOf(1)))
  expect([refused.status, await refused.json()]).toEqual([403, { success: false, error: 'This needs the secret key.' }])

  const operator = { caller: { role: 'service_role', source: '' } } as const
  const answered = await deliverMail(aRequest({}), standInServices(queueOf(2), operator))
  expect([answered.status, await answered.json()]).toEqual([200, { success: true, sent: 2, delayed: 0, refused: 0 }])
})

test('deliver-mail answers 503 when the outbox cannot be reached', async () => {
  const away = () => {
    throw new Error('away')
  }
  const services = standInServices({ claim_mail: away }, { caller: { role: 'service_role', source: '' } })
  expect((await deliverMail(aRequest({}), services)).status).toBe(503)
})
