import { expect, test } from 'vitest'
import {
  claimMailById,
  claimNextMail,
  findPendingWelcomeMail,
  markMailFailed,
  markMailSent,
  storeContactMessage,
} from './outbox.ts'
import { MailDeliveryError } from './services.ts'

function database(answer: unknown = null) {
  const calls: unknown[][] = []
  const callDatabase = async (...call: unknown[]) => {
    calls.push(call)
    return answer
  }
  return { calls, callDatabase }
}

const mail = { id: '7', kind: 'welcome_free', recipient: 'ada@example.com', data: { name: 'Ada' } }

test('claimNextMail and claimMailById claim a mail from the outbox with a lease of 90 seconds', async () => {
  const { calls, callDatabase } = database([mail])
  expect(await claimNextMail({ callDatabase })).toEqual(mail)
  expect(await claimMailById({ callDatabase }, '7')).toEqual(mail)
  expect(calls).toEqual([
    ['claim_mail', { limit_to: 1, lease_seconds: 90 }],
    ['claim_mail_by_id', { mail_id: '7', lease_seconds: 90 }],
  ])
})

test('claimNextMail and claimMailById return null for every form of an empty database result', async () => {
  for (const answer of [[], null, [null], { id: null, kind: null }, [{ id: null, kind: null }]]) {
    expect(await claimNextMail(database(answer)), JSON.stringify(answer)).toBeNull()
    expect(await claimMailById(database(answer), '7'), JSON.stringify(answer)).toBeNull()
  }
  expect(await claimMailById(database({ ...mail, id: 7 }), '7')).toEqual(mail)
})

test('markMailSent and markMailFailed store the outcome, and for a failure its reason and what it is about', async () => {
  const { calls, callDatabase } = database()
  await markMailSent({ callDatabase }, '7')
  await markMailFailed({ callDatabase }, '8', new MailDeliveryError('550 unknown', 'address'))
  expect(calls).toEqual([
    ['mark_mail_sent', { mail_id: '7' }],
    ['mark_mail_failed', { mail_id: '8', error: '550 unknown', fault: 'address' }],
  ])
})

test('findPendingWelcomeMail looks up a welcome mail by address, and returns its id or null and whether welcome mails are held back', async () => {
  const caller = { role: 'anon', source: '203.0.113.7' } as const
  const { calls, callDatabase } = database({ mail_id: 12, is_held: true })
  expect(await findPendingWelcomeMail({ callDatabase, caller }, 'ada@example.com')).toEqual({
    mailId: '12',
    isHeld: true,
  })
  expect(calls).toEqual([['request_welcome_mail', { email: 'ada@example.com', source: '203.0.113.7' }]])
  const find = (answer: unknown) => findPendingWelcomeMail({ ...database(answer), caller }, 'ada@example.com')
  expect(await find({ mail_id: null, is_held: false })).toEqual({ mailId: null, isHeld: false })
  for (const odd of [null, 'a b', { mail_id: 'a b', is_held: false }, { mail_id: '1' }])
    await expect(find(odd), JSON.stringify(odd)).rejects.toThrow(/^Invalid/)
})

test('storeContactMessage passes the client IP address to the rate limit, and an empty one for operators', async () => {
  const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
  for (const [role, source] of [
    ['anon', '203.0.113.7'],
    ['service_role', ''],
  ] as const) {
    const { calls, callDatabase } = database('9')
    expect(await storeContactMessage({ callDatabase, caller: { role, source: '203.0.113.7' } }, message)).toBe('9')
    expect(calls).toEqual([['store_contact_message', { ...message, source }]])
  }
})
