import { expect } from 'vitest'
import { readSqlError, readValue, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { claimMails } from './mail-outbox.ts'
import { signUp } from './webhook-rows.ts'

async function storeMessage(db: SqlSession, message: string, source = ''): Promise<unknown> {
  return readValue(db, `store_contact_message('Ada Lovelace', 'ada@example.com', $1, $2)`, [message, source])
}

test(`a sign-up queues one welcome mail with the stored name, even if its row is deleted and inserted again`, async (db) => {
  const visitor = await signUp(db)
  const [mail] = await claimMails(db)
  expect(mail).toMatchObject({
    kind: 'welcome_free',
    recipient: visitor.email,
    attempts: 1,
    data: { name: visitor.name },
  })
  const waits = async (email: string) => readValue(db, `request_welcome_mail($1, '192.0.2.1')`, [email])
  expect(await waits(` ${visitor.email.toUpperCase()}`)).toEqual({ mail_id: mail?.['id'], is_held: false })
  expect(await waits('stranger@example.com')).toEqual({ mail_id: null, is_held: false })
  await db.query('select mark_mail_sent($1)', [mail?.['id']])
  expect(await waits(visitor.email)).toEqual({ mail_id: null, is_held: false })
  // Inserting a deleted sign-up again with the same id must not send the welcome mail again.
  const gone = await db.query('delete from early_access_users where email = $1 returning id', [visitor.email])
  const asTheyWere = [gone.rows[0]?.['id'], visitor.name, visitor.email]
  await db.query('insert into early_access_users (id, name, email) values ($1, $2, $3)', asTheyWere)
  const { rows } = await db.query('select kind, sent_at is not null as sent, data from mail_outbox order by created_at')
  expect(rows).toMatchObject([{ kind: 'welcome_free', sent: true, data: {} }])
})

test(`a leased mail in the outbox cannot be claimed again until its lease expires`, async (db) => {
  for (let i = 0; i < 3; i++) await signUp(db)
  const first = await claimMails(db, 2)
  const second = await claimMails(db, 2)
  expect([first.length, second.length, (await claimMails(db)).length]).toEqual([2, 1, 0])
  const id = first[0]?.['id']
  expect((await db.query('select * from claim_mail_by_id($1, 60)', [id])).rows).toEqual([])
  await db.query(`update mail_outbox set leased_until = now() - interval '1 second' where id = $1`, [id])
  expect(await claimMails(db)).toMatchObject([{ id, attempts: 2 }])
})

test(`queued welcome mails do not delay sign-in mails, for which a tenth of mail_per_hour is reserved`, async (db) => {
  await db.query(`update app_settings set value = '20' where key = 'mail_per_hour'`)
  for (let i = 0; i < 24; i++) await signUp(db)
  const askForLink = () =>
    db.query(`insert into mail_outbox (kind, recipient) values ('auth_magic_link', 'ada@example.com')`)
  await askForLink()
  const kinds = async (limit: number) => (await claimMails(db, limit)).map(({ kind }) => kind)
  expect(await kinds(2)).toEqual(expect.arrayContaining(['auth_magic_link', 'welcome_free']))
  expect(await kinds(50)).toEqual(Array.from({ length: 16 }, () => 'welcome_free'))
  expect(await kinds(50)).toEqual([])
  const next = await readValue(db, '(select id from mail_outbox where leased_until is null limit 1)')
  expect((await db.query('select * from claim_mail_by_id($1, 60)', [next])).rows).toEqual([])
  for (let i = 0; i < 3; i++) await askForLink()
  expect(await kinds(50)).toEqual(['auth_magic_link', 'auth_magic_link'])
  expect(await kinds(50)).toEqual([])
})

test('timestamps far in the future, which a wrong clock has written, neither delay mails nor use up rate limits', async (db) => {
  const visitor = await signUp(db)
  await signUp(db)
  const ahead = `now() + interval '300 days'`
  await db.query(`update mail_outbox set due_at = ${ahead}`)
  expect(await claimMails(db), 'put off by an operator').toHaveLength(0)
  await db.query(`update mail_outbox set attempts = 1 where recipient = $1`, [visitor.email])
  await db.query(`update mail_outbox set created_at = ${ahead} where recipient <> $1`, [visitor.email])
  await db.query(`update mail_outbox set leased_until = now() + interval '300 days' where recipient = $1`, [
    visitor.email,
  ])
  expect(await claimMails(db)).toHaveLength(2)
  const { email } = createTestVisitor()
  const limits = [
    [`private.count_attempts('signup-source', array[$1], 3)`, ['192.0.2.9']],
    ['private.count_address_attempt($1, $2)', [email, '192.0.2.9']],
  ] as const
  for (const [counted, values] of limits) {
    for (let i = 0; i < 3; i++) expect(await readValue(db, counted, [...values])).toBe(true)
    expect(await readValue(db, counted, [...values])).toBe(false)
    await db.query(`update private.attempts set at = at + interval '300 days'`)
    expect(await readValue(db, counted, [...values])).toBe(true)
  }
})

test('sign-in mails are sent before waiting mails to the team, and mails to the team also when sign-in mails have used up mail_per_hour', async (db) => {
  await db.query(`update app_settings set value = '10' where key = 'mail_per_hour'`)
  await signUp(db)
  for (let i = 0; i < 12; i++) await storeMessage(db, `Hello for the ${i}th time.`)
  const askForCode = () =>
    db.query(`insert into mail_outbox (kind, recipient) values ('auth_magic_link', 'ada@example.com')`)
  const nextKind = async () => (await claimMails(db, 1))[0]?.['kind']
  expect(await nextKind()).toBe('contact_message')
  for (let i = 0; i < 12; i++) await askForCode()
  for (let i = 0; i < 10; i++) expect(await nextKind()).toBe('auth_magic_link')
  expect(await nextKind(), 'sign-in mails have used up mail_per_hour').toBe('contact_message')
  await db.query(`update app_settings set value = '100' where key = 'mail_per_hour'`)
  const kinds = (await claimMails(db, 50)).map(({ kind }) => String(kind))
  expect(kinds.toSorted()).toEqual([
    ...['auth_magic_link', 'auth_magic_link'],
    ...Array.from({ length: 10 }, () => 'contact_message'),
    'welcome_free',
  ])
})

test('mails with a sent_at or leased_until far in the future do not count towards mail_per_hour', async (db) => {
  await db.query(`update app_settings set value = '2' where key = 'mail_per_hour'`)
  for (let i = 0; i < 4; i++) await signUp(db)
  for (const { id } of await claimMails(db)) await db.query('select mark_mail_sent($1)', [id])
  expect(await claimMails(db), 'sent within this hour').toEqual([])
  await db.query(`update mail_outbox set sent_at = now() + interval '10 minutes' where sent_at is not null`)
  expect(await claimMails(db), 'sent a moment ahead').toEqual([])
  await db.query(`update mail_outbox set sent_at = now() + interval '300 days' where sent_at is not null`)
  const [next, last] = await claimMails(db)
  expect([next, last]).toMatchObject([{ kind: 'welcome_free' }, { kind: 'welcome_free' }])
  // A mail whose lease ends in the far future must not count towards the hourly limit.
  await db.query(`update mail_outbox set leased_until = null where id = $1`, [last?.['id']])
  await db.query(`update mail_outbox set leased_until = now() + interval '300 days' where id = $1`, [next?.['id']])
  expect(await readValue(db, 'private.remaining_public_mails()')).toBe(2)
  expect((await db.query('select * from claim_mail_by_id($1, 60)', [last?.['id']])).rows).toHaveLength(1)
})

test(`mail_paused stops all mail, while mail_per_hour limits only mail to the public, not to the team`, async (db) => {
  for (let i = 0; i < 3; i++) await signUp(db)
  const team = await storeMessage(db, 'Hello.')
  const set = (key: string, setting: string) =>
    db.query('update app_settings set value = $2 where key = $1', [key, setting])
  await set('mail_paused', 'true')
  expect(await claimMails(db)).toEqual([])
  expect((await db.query('select * from claim_mail_by_id($1, 60)', [team])).rows).toEqual([])
  await set('mail_paused', 'false')
  await set('mail_per_hour', '2')
  const claimed = await claimMails(db)
  const kinds = claimed.map(({ kind }) => String(kind))
  expect(kinds.toSorted()).toEqual(['contact_message', 'welcome_free', 'welcome_free'])
  for (const { id } of claimed) await db.query('select mark_mail_sent($1)', [id])
  expect(await claimMails(db)).toEqual([])
  const waiting = await readValue(db, `(select id from mail_outbox where sent_at is null)`)
  expect((await db.query('select * from claim_mail_by_id($1, 60)', [waiting])).rows).toEqual([])
  await db.query(`update mail_outbox set sent_at = sent_at - interval '1 hour' where sent_at is not null`)
  expect(await claimMails(db)).toMatchObject([{ id: waiting }])
})

test(`a repeated contact message is stored once with one mail, and messages are limited per client IP address`, async (db) => {
  await db.script(`set app.limit_messages_per_source = '2'`)
  const first = await storeMessage(db, '  Hello.\nBye.  ', '192.0.2.1')
  expect(await storeMessage(db, 'Hello.\nBye.', '192.0.2.1')).toBe(first)
  await storeMessage(db, 'Another.', '192.0.2.1')
  expect(await readSqlError(storeMessage(db, 'A third.', '192.0.2.1'))).toEqual({
    code: 'PT429',
    message: 'Too Many Attempts: Please wait before trying again.',
  })
  await storeMessage(db, 'A third.', '192.0.2.2')
  await storeMessage(db, 'By an operator.', '')
  const { rows } = await db.query(`
      select c.message, m.id, m.kind, m.recipient, m.data ->> 'email' as sender from contact_messages c
      join mail_outbox m on m.dedupe_key = 'contact_message:' || c.id order by c.created_at, c.message`)
  expect(rows).toHaveLength(4)
  expect(rows[0]).toEqual({
    message: 'Hello.\nBye.',
    id: first,
    kind: 'contact_message',
    recipient: null,
    sender: 'ada@example.com',
  })
  await db.query(`update contact_messages set created_at = created_at - interval '15 minutes'`)
  expect(await storeMessage(db, 'Hello.\nBye.')).not.toBe(first)
})

test(`an invalid contact message is rejected with its first validation message and stored nowhere`, async (db) => {
  const store = (name: string | null, email: string | null, message: string | null) =>
    readSqlError(readValue(db, `store_contact_message($1, $2, $3, '')`, [name, email, message]))
  for (const [name, email, message, sentence] of [
    ['', 'ada@example.com', 'Hi.', 'Name is required'],
    [null, null, null, 'Name is required'],
    ['x'.repeat(101), 'ada@example.com', 'Hi.', 'Name too long'],
    ['Ada', '', 'Hi.', 'Email is required'],
    ['Ada', 'ada', 'Hi.', 'Invalid email format'],
    ['Ada', 'ada@example.com\r\nBcc: x@example.com', 'Hi.', 'Invalid email format'],
    ['Ada', 'ada@example.com', ' \n ', 'Message is required'],
    ['Ada', 'ada@example.com', 'x'.repeat(5001), 'Message too long'],
  ] as const) {
    expect(await store(name, email, message)).toEqual({ code: '23514', message: sentence })
  }
  expect((await db.query('select 1 from contact_messages union all select 1 from mail_outbox')).rows).toEqual([])
  expect(await store('\u200bAda\r\nBcc: x ', ' ada@example.com\ufeff', 'Hi.')).not.toMatchObject({ code: '23514' })
  expect((await db.query('select name, email from contact_messages')).rows).toEqual([
    { name: 'Ada Bcc: x', email: 'ada@example.com' },
  ])
})
