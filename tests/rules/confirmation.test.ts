import { PERSONAL_DATA_RETENTION_DAYS } from '@site/contract/retention'
import { expect } from 'vitest'
import { readValue } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import {
  asVisitor,
  findSignup,
  mailKinds,
  makeLink,
  press,
  readSpots,
  receiveLink,
  requireConfirmation,
  set,
  signUp,
} from './confirmation-rows.ts'
import { events, setTargets } from './webhook-rows.ts'

// The database functions and triggers of double opt-in (supabase/schemas/12_confirmation.sql), tested through SQL.

const eventKinds = async (db: Parameters<typeof events>[0]) => (await events(db)).map(({ kind }) => kind)

test('with confirm_signups off, a sign-up counts at once: it has no deadline, and its welcome mail and event are queued', async (db) => {
  await setTargets(db)
  await set(db, 'early_access_spots', '10')
  const visitor = await signUp(db)
  expect(await findSignup(db, visitor)).toMatchObject({ confirm_by: null, confirmed_at: null })
  expect([await mailKinds(db, visitor), await eventKinds(db), await readSpots(db)]).toEqual([
    ['welcome_free'],
    ['signup.created'],
    9,
  ])
  expect(await readValue(db, '(select count(*)::integer from private.held_spots)')).toBe(0)
  expect(Object.keys(Object(await readValue(db, `request_welcome_mail($1, '')`, [visitor.email])))).toEqual([
    'is_held',
    'mail_id',
  ])
  await expect(signUp(db, visitor)).rejects.toMatchObject({ code: '23505', hint: undefined })
})

test('with confirm_signups on, a free sign-up takes its spot and its confirmation mail is queued, but no welcome mail and no event', async (db) => {
  await setTargets(db)
  await requireConfirmation(db)
  await set(db, 'confirm_within_hours', '72')
  const visitor = await signUp(db)
  const stored = await findSignup(db, visitor)
  expect(Number(stored?.confirm_by) - Date.now()).toBeGreaterThan(71.9 * 3_600_000)
  expect(Number(stored?.confirm_by) - Date.now()).toBeLessThan(72.1 * 3_600_000)
  expect([await mailKinds(db, visitor), await eventKinds(db), await readSpots(db)]).toEqual([
    ['signup_confirmation'],
    [],
    9,
  ])
  // Changes of both settings apply to later sign-ups only, because the mail of this one names its deadline.
  await set(db, 'confirm_within_hours', '1')
  await set(db, 'confirm_signups', 'false')
  expect(await findSignup(db, visitor)).toEqual(stored)
})

test('confirm_signup confirms once, and queues the welcome mail and the events in order', async (db) => {
  await setTargets(db, { crm: true })
  await requireConfirmation(db)
  const visitor = await signUp(db)
  const token = await receiveLink(db, visitor)
  expect(await press(db, token)).toBe('confirmed')
  const confirmed = await findSignup(db, visitor)
  expect([confirmed?.confirm_by, confirmed?.confirmed_at]).toEqual([null, expect.any(Date)])
  for (let again = 0; again < 3; again++) expect(await press(db, token)).toBe('already_confirmed')
  expect(await findSignup(db, visitor)).toEqual(confirmed)
  expect(await mailKinds(db, visitor)).toEqual(['signup_confirmation', 'welcome_free'])
  expect(await events(db)).toMatchObject([
    { kind: 'signup.created', data: { signup_id: confirmed?.id, is_paid: false, ...visitor } },
    { kind: 'signup.confirmed', data: { signup_id: confirmed?.id, ...visitor } },
  ])
  // A confirmed sign-up keeps its spot, also when it is deleted.
  await db.query('delete from early_access_users where id = $1', [confirmed?.id])
  expect([await readSpots(db), await press(db, token)]).toEqual([9, 'unknown'])
})

test('the secret of a link is stored as a hash only, and every mail that was sent has a link that works', async (db) => {
  await requireConfirmation(db)
  const visitor = await signUp(db)
  const claim = async () => {
    await db.script('update mail_outbox set due_at = now(), leased_until = null')
    const { rows } = await db.query('select * from claim_mail(1, 60)')
    return rows[0]
  }
  const [first, second] = [await claim(), await claim()]
  expect(first?.['data']).toMatchObject({ name: visitor.name, confirm_by: expect.any(String) })
  const tokens = [first, second].map((mail) => String(Object(mail?.['data'])['token']))
  expect(new Set(tokens).size).toBe(2)
  const dump = await readValue(
    db,
    `(select string_agg(row::text, '') from (
        select to_jsonb(m) as row from mail_outbox m
        union all select to_jsonb(u) from early_access_users u
        union all select to_jsonb(l) from private.confirmation_links l) as rows)`,
  )
  for (const token of tokens) expect(dump).not.toContain(token)
  expect(
    await readValue(db, `(select count(*)::integer from private.confirmation_links where hash = sha256($1))`, [
      Buffer.from(tokens[1] ?? ''),
    ]),
  ).toBe(1)
  expect([await press(db, tokens[0] ?? ''), await press(db, tokens[1] ?? '')]).toEqual([
    'confirmed',
    'already_confirmed',
  ])
  // The confirmation deleted the confirmation mail that was claimed but not recorded as sent, so it is not retried.
  expect(await mailKinds(db, visitor)).toEqual(['welcome_free'])
})

test('claiming a test mail of an operator returns its sample secret, which confirms nothing', async (db) => {
  const data = { name: 'Ada', confirm_by: new Date().toISOString(), token: '0f'.repeat(32) }
  await db.query(`insert into mail_outbox (kind, recipient, data) values ('signup_confirmation', $1, $2)`, [
    'ada@example.com',
    JSON.stringify(data),
  ])
  expect((await db.query('select data from claim_mail(1, 60)')).rows).toEqual([{ data }])
  expect(await press(db, data.token)).toBe('unknown')
})

test('confirm_signup returns unknown for an altered, hashed, empty or missing secret', async (db) => {
  await requireConfirmation(db)
  const visitor = await signUp(db)
  const token = await receiveLink(db, visitor)
  const hash = await readValue(db, `(select encode(hash, 'hex') from private.confirmation_links)`)
  for (const guess of [
    '',
    token.slice(1),
    token.toUpperCase(),
    `${token} `,
    String(hash),
    '%',
    (await findSignup(db, visitor))?.id,
  ])
    expect(await press(db, guess ?? ''), guess).toBe('unknown')
  expect(await asVisitor(db, 'select confirm_signup(null) as answer')).toEqual([{ answer: 'unknown' }])
  expect((await findSignup(db, visitor))?.confirmed_at).toBeNull()
})

test('calls of confirm_signup are limited to twice the sign-up limit of a network, whether the secret is right or wrong', async (db) => {
  await requireConfirmation(db)
  await db.script(`set app.limit_signups_per_source = '3'`)
  const visitor = await signUp(db)
  const token = await receiveLink(db, visitor)
  for (let guess = 0; guess < 6; guess++) expect(await press(db, `guess ${guess}`)).toBe('unknown')
  await expect(press(db, token)).rejects.toMatchObject({ code: 'PT429' })
  expect(await press(db, token, '192.0.2.2')).toBe('confirmed')
})

test('the sign-up that an operator inserts counts at once while confirm_signups is on', async (db) => {
  await requireConfirmation(db)
  const inserted = createTestVisitor()
  await db.query('insert into early_access_users (name, email) values ($1, $2)', [inserted.name, inserted.email])
  expect((await findSignup(db, inserted))?.confirm_by).toBeNull()
  expect(await mailKinds(db, inserted)).toEqual(['welcome_free'])
})

test('the refusal of a taken address does not depend on its confirmation, and an unconfirmed one gets two more mails, 15 minutes apart', async (db) => {
  await requireConfirmation(db)
  const [waiting, confirmed] = [await signUp(db), await signUp(db)]
  await press(db, await receiveLink(db, confirmed))
  const refusals: unknown[] = []
  for (const visitor of [waiting, confirmed]) {
    const refusal: unknown = await signUp(db, visitor).catch(({ code, message, hint, detail }) => ({
      ...{ code, message, hint, detail },
    }))
    refusals.push(refusal)
  }
  expect(refusals[0]).toMatchObject({ code: '23505', hint: expect.stringContaining('confirmation mail') })
  expect(refusals[1]).toEqual(refusals[0])
  const request = (email: string) => readValue(db, 'request_confirmation_mail($1)', [email])
  const passMinutes = () => db.script(`update mail_outbox set created_at = created_at - interval '16 minutes'`)
  for (const email of [waiting.email, confirmed.email, 'stranger@example.com']) expect(await request(email)).toBeNull()
  await passMinutes()
  expect(await request(confirmed.email)).toBeNull()
  expect(await request(` ${waiting.email.toUpperCase()}`)).toEqual(expect.any(String))
  expect(await request(waiting.email), 'while one is waiting').toBeNull()
  const second = await receiveLink(db, waiting)
  expect(await request(waiting.email), 'too soon').toBeNull()
  await passMinutes()
  expect(await request(waiting.email)).toEqual(expect.any(String))
  const third = await receiveLink(db, waiting)
  await passMinutes()
  expect(await request(waiting.email), 'a fourth').toBeNull()
  expect(await mailKinds(db, waiting)).toHaveLength(3)
  expect([await press(db, second), await press(db, third)]).toEqual(['confirmed', 'already_confirmed'])
})

test('after a confirmation mail that was given up, the person can get another one', async (db) => {
  await requireConfirmation(db)
  const { email } = await signUp(db)
  await db.script(`update mail_outbox set gave_up_at = now(), created_at = created_at - interval '16 minutes'`)
  expect(await readValue(db, 'request_confirmation_mail($1)', [email])).toEqual(expect.any(String))
})

test('request_welcome_mail returns the waiting confirmation mail of an unconfirmed sign-up, and may_confirm for every address', async (db) => {
  await requireConfirmation(db)
  const visitor = await signUp(db)
  const id = await readValue(db, '(select id from mail_outbox)')
  const ask = (email: string) => readValue(db, `request_welcome_mail($1, '')`, [email])
  expect(await ask(visitor.email)).toEqual({ mail_id: id, is_held: false, may_confirm: true })
  expect(await ask('stranger@example.com')).toEqual({ mail_id: null, is_held: false, may_confirm: true })
  await press(db, await receiveLink(db, visitor))
  const welcome = await readValue(db, `(select id from mail_outbox where kind = 'welcome_free')`)
  expect(await ask(visitor.email)).toMatchObject({ mail_id: welcome })
})

test('waves leave unconfirmed people out, also those of a list, and invite them once confirmed', async (db) => {
  await requireConfirmation(db)
  const visitor = await signUp(db)
  for (const selection of [{ next: 5 }, { next: 5, status: 'free' }, { emails: [visitor.email] }]) {
    expect(await readValue(db, 'plan_wave(null, $1)', [JSON.stringify(selection)])).toMatchObject({
      would_invite: 0,
      left_out: { unconfirmed: 1 },
    })
  }
  await press(db, await receiveLink(db, visitor))
  expect(await readValue(db, `send_wave('spring', '{"next": 5}', 10) ->> 'invited'`)).toBe('1')
})

test('counts and charts of sign-ups leave unconfirmed ones out, and count_signups counts them', async (db) => {
  await requireConfirmation(db)
  const [confirmed, waiting] = [await signUp(db), await signUp(db)]
  await press(db, await makeLink(db, confirmed))
  expect(await readValue(db, 'count_signups()')).toMatchObject({ all: 1, last_day: 1, last_week: 1, unconfirmed: 1 })
  expect(await readValue(db, `(select free::integer from count_signups_by_period('day', 1, 'UTC'))`)).toBe(1)
  expect(await readValue(db, `(select email from page_signups('{"status": "unconfirmed"}'))`)).toBe(waiting.email)
  expect(await readValue(db, `(select email from page_signups('{"status": "free"}'))`)).toBe(confirmed.email)
})

test('confirm_signups accepts true and false, and confirm_within_hours 1 to 720', async (db) => {
  for (const hours of ['1', String(24 * PERSONAL_DATA_RETENTION_DAYS.unconfirmedSignups)])
    await set(db, 'confirm_within_hours', hours)
  for (const [key, wrong] of [
    ...['0', '721', '048', '-1', '1.5', ''].map((hours) => ['confirm_within_hours', hours] as const),
    ['confirm_signups', 'yes'] as const,
  ])
    await expect(set(db, key, wrong), wrong).rejects.toMatchObject({ code: '23514' })
  // The migration that added the settings recorded no change by an operator.
  const { rows } = await db.query(`select distinct key from setting_changes`)
  expect(rows).toEqual([{ key: 'confirm_within_hours' }])
})
