import { expect } from 'vitest'
import { readValue } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

test(`request_welcome_mail creates no mail, and returns the queued mail unless sending is paused or its limit is zero`, async (db) => {
  const [free, paid] = [createTestVisitor(), createTestVisitor()]
  const store = `insert into early_access_users (name, email, is_paid, amount, order_id) values ($1, $2, $3, $4, $5)`
  await db.query(store, [free.name, free.email, false, null, null])
  await db.query(store, [paid.name, paid.email, true, 29, 'cs_1'])
  const mails = () => db.query('select id, kind, recipient from mail_outbox order by kind')
  const { rows } = await mails()
  expect(rows).toMatchObject([
    { kind: 'welcome_free', recipient: free.email },
    { kind: 'welcome_paid', recipient: paid.email },
  ])
  for (const [place, { email }] of [free, paid].entries()) {
    const found = await readValue(db, `request_welcome_mail($1, '')`, [email])
    expect(found).toEqual({ mail_id: rows[place]?.['id'], is_held: false })
  }
  expect((await mails()).rows).toEqual(rows)
  await db.query('delete from mail_outbox')
  for (const { email } of [free, paid]) await readValue(db, `request_welcome_mail($1, '')`, [email])
  expect((await mails()).rows).toEqual([])
  for (const [key, setting] of [
    ['mail_paused', 'true'],
    ['mail_per_hour', '0'],
  ]) {
    await db.query('begin')
    await db.query('update app_settings set value = $2 where key = $1', [key, setting])
    for (const email of [free.email, 'stranger@example.com']) {
      expect(await readValue(db, `request_welcome_mail($1, '')`, [email])).toEqual({ mail_id: null, is_held: true })
    }
    await db.query('rollback')
  }
})

test(`request_welcome_mail allows twice the sign-up rate limit per client IP address, for any email address`, async (db) => {
  const { name, email } = createTestVisitor()
  await db.query('insert into early_access_users (name, email) values ($1, $2)', [name, email])
  await db.script(`set app.limit_signups_per_source = '3'`)
  const ask = (whom: string, source: string) =>
    readValue(db, `request_welcome_mail($1, $2)`, [whom, source]).then(
      () => null,
      (error: unknown) => error,
    )
  for (let i = 0; i < 6; i++) expect(await ask(i % 2 ? email : 'stranger@example.com', '192.0.2.1')).toBeNull()
  for (const whom of [email, 'stranger@example.com']) {
    expect(await ask(whom, '192.0.2.1')).toMatchObject({ code: 'PT429' })
    expect(await ask(whom, '192.0.2.2')).toBeNull()
    expect(await ask(whom, ''), 'operators').toBeNull()
  }
})

test(`claim_mail_by_id returns a mail before it is due only for its first attempt, and a failed mail only after its back-off`, async (db) => {
  const visitor = createTestVisitor()
  await db.query('insert into early_access_users (name, email) values ($1, $2)', [visitor.name, visitor.email])
  await db.query(`update mail_outbox set due_at = now() + interval '1 hour'`)
  const id = await readValue(db, '(select id from mail_outbox)')
  const claimById = async () => (await db.query('select * from claim_mail_by_id($1, 60)', [id])).rows
  expect(await claimById()).toMatchObject([{ id, attempts: 1 }])
  await db.query(`select mark_mail_failed($1, 'SMTP 450')`, [id])
  expect(await claimById()).toEqual([])
  await db.query('update mail_outbox set due_at = now()')
  expect(await claimById()).toMatchObject([{ id, attempts: 2 }])
})
