import { PERSONAL_DATA_RETENTION_DAYS } from '@site/contract/retention'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

const DAY = 86_400_000

const test = createSharedBackendTest()

/** Returns two timestamps for rows: one a day older than the retention period of `days` days, and one a day younger. */
function ages(days: number): { past: string; young: string } {
  const before = (count: number) => new Date(Date.now() - count * DAY).toISOString()
  return { past: before(days + 1), young: before(days - 1) }
}

test('a server start deletes expired contact messages, mails and unverified payment claims, and keeps those within retention', async (backend) => {
  const operator = backend.secretClient()
  const messages = ages(PERSONAL_DATA_RETENTION_DAYS.messages)
  const mails = ages(PERSONAL_DATA_RETENTION_DAYS.mails)
  const claims = ages(PERSONAL_DATA_RETENTION_DAYS.paymentClaims)
  const paid = (created_at: string, order_id: string, payment_verified = false) => ({
    ...createTestVisitor(),
    ...{ is_paid: true, amount: 29, order_id, payment_verified, created_at },
  })
  const buyers = [
    paid(claims.past, 'past'),
    paid(claims.past, 'past-verified', true),
    paid(claims.young, 'young'),
    { ...paid(claims.past, 'young-on-an-old-row'), claimed_at: claims.young },
  ] as const
  const mail = (dedupe_key: string | null, times: object) => ({
    ...{ kind: 'recovery', recipient: createTestVisitor().email, dedupe_key, sent_at: null, gave_up_at: null },
    due_at: new Date(Date.now() + DAY).toISOString(), // due in the future, so that the mail worker does not send the mail during the test
    created_at: mails.past,
    ...times,
  })
  const message = (created_at: string) => ({ ...createTestVisitor(), message: created_at, created_at })

  await insert(backend, 'contact_messages', [message(messages.past), message(messages.young)])
  await insert(backend, 'early_access_users', [...buyers])
  await operator.from('mail_outbox').delete().neq('kind', '')
  await insert(backend, 'mail_outbox', [
    mail('welcome:past', { sent_at: mails.past }),
    mail('welcome:young', { sent_at: mails.young }),
    mail('given-up:past', { gave_up_at: mails.past }),
    mail('given-up:young', { gave_up_at: mails.young }),
    mail(null, { sent_at: mails.past }),
    mail('waiting:past', {}),
  ])

  await backend.stop()
  await backend.start()

  await expect.poll(async () => (await rows(backend, 'contact_messages', 'message')).length).toBe(1)
  expect(await rows(backend, 'contact_messages', 'message')).toEqual([{ message: messages.young }])
  await expect.poll(async () => (await rows(backend, 'mail_outbox', 'dedupe_key')).length).toBe(4)
  const kept = await rows(backend, 'mail_outbox', 'dedupe_key,recipient')
  expect(Object.fromEntries(kept.map(({ dedupe_key, recipient }) => [dedupe_key, recipient !== null]))).toEqual({
    'welcome:past': false, // the row is kept, so that the mail is not sent again, but its recipient is deleted
    'welcome:young': true,
    'given-up:young': true,
    'waiting:past': true,
  })
  const orders = async () => (await rows(backend, 'early_access_users', 'order_id')).map((row) => row['order_id'])
  await expect
    .poll(async () => new Set(await orders()))
    .toEqual(new Set(['past-verified', 'young', 'young-on-an-old-row', null]))
  expect(await rows(backend, 'early_access_users', 'is_paid,amount', ['email', buyers[0].email])).toEqual([
    { is_paid: false, amount: null },
  ])
})

test('apply_retention deletes at most the given number of rows per call', async (backend) => {
  const { past } = ages(PERSONAL_DATA_RETENTION_DAYS.messages)
  const messages = Array.from({ length: 5 }, () => ({ ...createTestVisitor(), message: 'Hello.', created_at: past }))
  await insert(backend, 'contact_messages', messages)
  const batch = async () => (await backend.secretClient().rpc('apply_retention', { limit_to: 2 })).data
  expect(await batch()).toEqual({ messages: 2, mails: 0, payment_claims: 0, payment_events: 0, events: 0 })
  expect(await batch()).toMatchObject({ messages: 2 })
  expect(await batch()).toMatchObject({ messages: 1 })
  expect(await batch()).toMatchObject({ messages: 0 })
})

async function insert(backend: TestBackend, table: string, values: object[]): Promise<void> {
  const { error } = await backend.secretClient().from(table).insert(values)
  expect(error).toBeNull()
}

async function rows(backend: TestBackend, table: string, columns: string, only?: [string, string]) {
  const query = backend.secretClient().from(table).select<string, Record<string, unknown>>(columns)
  const { data, error } = await (only ? query.eq(...only) : query)
  expect(error).toBeNull()
  return data ?? []
}
