import { expect } from 'vitest'
import { readValue } from '../support/sql-session.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { claimMails } from './mail-outbox.ts'
import { signUp } from './webhook-rows.ts'

test(`a failed mail is retried with growing back-off for a limited time, then only after an admin retries it`, async (db) => {
  await signUp(db)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 14; attempt++) {
    const [mail] = await claimMails(db)
    await db.query('select mark_mail_failed($1, $2)', [mail?.['id'], 'No mail server'])
    waits.push(Number(await readValue(db, `(select extract(epoch from due_at - now()) from mail_outbox)`)))
    expect(await claimMails(db)).toEqual([])
    await db.query('update mail_outbox set due_at = now()')
  }
  expect(waits[0]).toBeGreaterThan(3.5)
  expect(waits[0]).toBeLessThan(6.5)
  expect(waits[5]).toBeGreaterThan(120)
  expect(Math.max(...waits), 'while the mail server refuses mail').toBeLessThanOrEqual(300 * 1.2)
  await db.query(`update mail_outbox set try_until = now() - interval '1 second'`)
  const [last] = await claimMails(db)
  await db.query('select mark_mail_failed($1, $2)', [last?.['id'], 'x'.repeat(900)])
  expect(
    (await db.query('select gave_up_at is not null as dead, length(last_error) as length from mail_outbox')).rows,
  ).toEqual([{ dead: true, length: 500 }])
  expect(await claimMails(db)).toEqual([])
  expect(await readValue(db, 'retry_mail($1)', [last?.['id']])).toBe(true)
  expect(await claimMails(db)).toHaveLength(1)
  await db.query(`select mark_mail_failed($1, $2, 'address')`, [last?.['id'], 'SMTP 550 5.1.1 to RCPT TO'])
  expect(await readValue(db, '(select gave_up_at is not null from mail_outbox)')).toBe(true)
})

test(`five different mails refused in a row pause the queue, then one mail is tried, and an accepted one makes all due`, async (db) => {
  for (let i = 0; i < 8; i++) await signUp(db)
  const fail = async (id: unknown, fault: string) =>
    readValue(db, 'mark_mail_failed($1, $2, $3)', [id, 'SMTP 550 5.4.5 to DATA', fault])
  const state = async () =>
    (await db.query(`select count_mail() ->> 'failure' as failure, count_mail() ->> 'resumes_at' is not null as rests`))
      .rows
  const waiting = async () => readValue(db, `request_welcome_mail('stranger@example.com', '')`)
  const mails = await claimMails(db, 5)
  for (const { id } of mails.slice(0, 4)) expect(await fail(id, 'server')).toBe('retried')
  // Another failure of the same mail does not count, and neither does a full mailbox or an address that does not exist.
  for (const [id, fault] of [
    [mails[0]?.['id'], 'server'],
    [mails[4]?.['id'], 'recipient'],
  ] as const)
    expect(await fail(id, fault)).toBe('retried')
  const [gone] = await claimMails(db, 1)
  expect(await fail(gone?.['id'], 'address')).toBe('retried')
  expect(await state()).toEqual([{ failure: 'SMTP 550 5.4.5 to DATA', rests: false }])
  expect(await waiting()).toMatchObject({ is_held: false })

  const [fifth] = await claimMails(db, 1)
  expect(await fail(fifth?.['id'], 'server'), 'this one pauses the queue').toBe('pauses')
  expect(await state()).toEqual([{ failure: 'SMTP 550 5.4.5 to DATA', rests: true }])
  expect(await waiting()).toMatchObject({ is_held: true })
  await db.query('update mail_outbox set due_at = now() where gave_up_at is null')
  expect(await claimMails(db), 'in the pause').toEqual([])
  const fresh = await readValue(db, '(select id from mail_outbox where attempts = 0)')
  expect((await db.query('select * from claim_mail_by_id($1, 60)', [fresh])).rows).toEqual([])
  const pause = Number(await readValue(db, '(select extract(epoch from resume_at - now()) from private.mail_server)'))
  expect(pause).toBeGreaterThan(20)
  expect(pause).toBeLessThanOrEqual(30)

  await db.query(`update private.mail_server set resume_at = now(), failing_since = now() - interval '2 days'`)
  const tried = await claimMails(db)
  expect(tried, 'one mail after the pause').toHaveLength(1)
  expect(await claimMails(db), 'until its result is known').toEqual([])
  expect(await fail(tried[0]?.['id'], 'server'), 'the next pause is not reported again').toBe('paused')
  const next = Number(await readValue(db, '(select extract(epoch from resume_at - now()) from private.mail_server)'))
  expect(next).toBeGreaterThan(250)
  expect(next).toBeLessThanOrEqual(300)

  await db.query('update private.mail_server set resume_at = now()')
  const [accepted] = await claimMails(db)
  expect(await readValue(db, 'mark_mail_sent($1)', [accepted?.['id']])).toBe(true)
  expect(await state()).toEqual([{ failure: null, rests: false }])
  const due = (await claimMails(db)).map(({ kind }) => kind)
  expect(
    due.filter((kind) => kind === 'welcome_free'),
    'all others, at once',
  ).toHaveLength(6)
  expect(due, 'the team learns of the outage first').toContain('auth_outage')
})

test(`a mail is late since it was first due, however often it was retried, and count_mail tells failing, limited and late apart`, async (db) => {
  await signUp(db)
  const counts = async (): Promise<Record<string, unknown>> =>
    (
      await db.query(
        'select c.* from jsonb_to_record(count_mail()) as c (overdue_seconds int, is_failing bool, is_limited bool)',
      )
    ).rows[0] ?? {}
  await db.query(`update mail_outbox set due_at = now() - interval '16 minutes'`)
  for (let attempt = 0; attempt < 3; attempt++) {
    const [mail] = await claimMails(db)
    expect((await counts())['overdue_seconds'], 'also while an attempt runs').toBeGreaterThanOrEqual(960)
    await db.query('select mark_mail_failed($1, $2)', [mail?.['id'], 'No mail server'])
    expect(await counts()).toEqual({ overdue_seconds: expect.any(Number), is_failing: false, is_limited: false })
    expect((await counts())['overdue_seconds']).toBeGreaterThanOrEqual(960)
    await db.query('update mail_outbox set due_at = now()')
  }
  await db.query(`update private.mail_server set failing_since = now() - interval '6 minutes'`)
  expect(await counts()).toMatchObject({ is_failing: true, is_limited: false })
  await db.query(`update app_settings set value = '0' where key = 'mail_per_hour'`)
  expect(await counts()).toMatchObject({ is_failing: true, is_limited: true })
  await db.query('select retry_mail(id) from mail_outbox')
  expect((await counts())['overdue_seconds'], 'an operator who retries a mail begins again').toBeLessThan(60)
})

test(`an outage queues one mail.failing event when it begins and one mail to the team when it ends, at most once an hour`, async (db) => {
  await db.query('select set_webhook_targets($1)', ['[{"name":"ops","events":["mail.failing"],"personal_data":false}]'])
  for (let i = 0; i < 2; i++) await signUp(db)
  const events = async () => (await db.query('select data from webhook_outbox')).rows
  const notices = async () => (await db.query(`select data from mail_outbox where kind = 'auth_outage'`)).rows
  const [first, second] = await claimMails(db)
  const fail = (id: unknown) => db.query('select mark_mail_failed($1, $2)', [id, 'No mail server: ECONNREFUSED'])
  const age = (interval: string) =>
    db.query(`update private.mail_server set failing_since = now() - $1::interval`, [interval])
  await fail(first?.['id'])
  await age('20 minutes')
  await fail(first?.['id'])
  expect(await events(), 'one mail that is never accepted is no outage').toEqual([])
  for (let round = 0; round < 3; round++) await fail(second?.['id'])
  expect(await events()).toEqual([{ data: { since: expect.any(String), reason: 'No mail server: ECONNREFUSED' } }])
  expect(await notices(), 'no mail can leave yet').toEqual([])
  expect(await readValue(db, 'mark_mail_sent($1)', [first?.['id']])).toBe(true)
  expect(await notices()).toEqual([
    { data: { began: expect.any(String), ended: expect.any(String), reason: 'No mail server: ECONNREFUSED' } },
  ])
  expect(await claimMails(db), 'what the server refused goes at once').toHaveLength(2)

  for (let i = 0; i < 5; i++) await signUp(db)
  for (const { id } of await claimMails(db)) await fail(id)
  expect(await events(), 'the next outage in the same hour').toHaveLength(1)
  await db.query(`update private.mail_server set reported_at = now() - interval '2 hours'`)
  await fail(second?.['id'])
  expect(await events()).toHaveLength(2)
})

test(`a retry by an operator ends a pause of the queue at once, and so does a clock that was ahead`, async (db) => {
  for (let i = 0; i < 6; i++) await signUp(db)
  const pause = async () => {
    const mails = await claimMails(db, 5)
    for (const { id } of mails) await db.query('select mark_mail_failed($1, $2)', [id, 'No mail server'])
    await db.query('update mail_outbox set due_at = now()')
  }
  await pause()
  expect(await claimMails(db)).toEqual([])
  await db.query('select retry_mail(gen_random_uuid())')
  expect(await claimMails(db)).toHaveLength(1)
  expect(await claimMails(db)).toEqual([])
  await db.query('select retry_given_up_mail()')
  expect(await claimMails(db)).toHaveLength(1)
  await db.query(`update private.mail_server set resume_at = now() + interval '300 days'`)
  expect(await claimMails(db)).toHaveLength(1)
})

test(`a mail about an account is given up once its code has expired, and other mails are sent late`, async (db) => {
  await signUp(db)
  await db.query(`insert into mail_outbox (kind, recipient) values ('auth_magic_link', 'ada@example.com')`)
  await db.query(`update mail_outbox set try_until = now() - interval '1 second'`)
  expect(await claimMails(db)).toMatchObject([{ kind: 'welcome_free' }])
  const { rows } = await db.query('select kind, last_error from mail_outbox where gave_up_at is not null')
  expect(rows).toEqual([{ kind: 'auth_magic_link', last_error: 'Expired before it could be sent' }])
})
