import { PERSONAL_DATA_RETENTION_DAYS } from '@site/contract/retention'
import { expect } from 'vitest'
import { readValue } from '../support/sql-session.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { createPayment, proves, reports } from './proved-payment-steps.ts'
import { claim, deliverAll, events, fail, passTime, type Row, setTargets, signUp, write } from './webhook-rows.ts'

test('no event is queued without a target, and each target gets only the configured kinds', async (db) => {
  await signUp(db)
  expect(await events(db)).toEqual([])
  await setTargets(db, { chat: false }, ['message.received'])
  const visitor = await signUp(db)
  await write(db, visitor)
  expect(await events(db, 'target, kind')).toEqual([{ target: 'chat', kind: 'message.received' }])
})

test('a rolled-back sign-up queues no event', async (db) => {
  await setTargets(db)
  await db.script('begin')
  await signUp(db)
  await db.script('rollback')
  expect(await events(db)).toEqual([])
})

test('the events of a sign-up that the payment provider reports first begin with the sign-up', async (db) => {
  await setTargets(db, { crm: true })
  const payment = createPayment()
  await proves(payment)(db)
  await reports(payment)(db)
  expect((await events(db)).map(({ kind }) => kind)).toEqual(['signup.created', 'payment.reported', 'payment.verified'])
})

test('an event identifies the person by a key, and contains personal data only for a target with personal_data', async (db) => {
  await setTargets(db, { crm: true, log: false })
  const { name, email } = await signUp(db)
  const [crm, log] = await events(db, 'target, event_id, data')
  expect(crm?.['event_id']).toBe(log?.['event_id'])
  const key = { person: expect.stringMatching(/^[0-9a-f]{32}$/), signup_id: expect.any(String), is_paid: false }
  expect(crm).toMatchObject({ target: 'crm', data: { ...key, name, email } })
  expect(log).toMatchObject({ target: 'log', data: key })
  expect(JSON.stringify(log)).not.toMatch(new RegExp(`${name}|${email}`))
  await write(db, { name: 'Somebody', email: email.toUpperCase() }, 'A secret.')
  const data = (await events(db)).map((event) => event['data']) as Row[]
  expect(new Set(data.map(({ person }) => person)).size).toBe(1)
  expect(data[2]).toMatchObject({ message: 'A secret.' })
  expect(data[3]).toEqual({ person: data[0]?.['person'], message_id: expect.any(String) })
  // The list of erased people, which is stored beside backups, must not reveal which people are in the events that receivers got.
  const hash = await readValue(db, `encode(private.person_hash($1), 'hex')`, [email])
  expect(String(hash)).not.toContain(String(data[0]?.['person']))
})

test('a payment queues events when it is reported and when it is verified; other changes of a sign-up queue none', async (db) => {
  await setTargets(db, { crm: true })
  const visitor = await signUp(db)
  const report = (order: string, amount: number) =>
    db.script(`
      begin; set local role anon;
      insert into early_access_users (name, email, is_paid, amount, order_id)
      values ('${visitor.name}', '${visitor.email}', true, ${amount}, '${order}'); commit`)
  await report('order-1', 29)
  await report('order-1', 29)
  await report('order-2', 39)
  const change = (set: string) => db.query(`update early_access_users set ${set} where email = $1`, [visitor.email])
  await change('payment_verified = true')
  await change(`name = 'Another Name'`)
  await change('payment_verified = false')
  await db.script(`
    insert into early_access_users (name, email, is_paid, amount, order_id, payment_verified)
    values ('Ada Lovelace', 'ada.lovelace@example.com', true, 19, 'order-3', true)`)
  expect((await events(db)).map(({ kind, data }) => [kind, Object(data).amount, Object(data).order_id])).toEqual([
    ['signup.created', undefined, undefined],
    ['payment.reported', 29, 'order-1'],
    ['payment.reported', 39, 'order-2'],
    ['payment.verified', 29, 'order-1'],
    ['signup.created', undefined, undefined],
    ['payment.verified', 19, 'order-3'],
  ])
})

test('removing personal_data from a target removes personal data from its waiting events', async (db) => {
  await setTargets(db, { crm: true })
  const visitor = await signUp(db)
  await write(db, visitor, 'A secret.')
  await setTargets(db, { crm: false })
  const left = JSON.stringify(await events(db))
  for (const text of [visitor.email, visitor.name, 'A secret.']) expect(left).not.toContain(text)
  expect(await deliverAll(db)).toEqual(['signup.created', 'message.received'])
})

test('an erasure deletes the events of a person and queues person.erased, which is due after an event that is being sent', async (db) => {
  await setTargets(db, { crm: true })
  const visitor = await signUp(db)
  const other = await signUp(db)
  await write(db, visitor, 'A secret.')
  expect(await readValue(db, `jsonb_array_length(find_person($1) -> 'events')`, [visitor.email])).toBe(2)
  const sending = await claim(db)
  expect(sending?.['data']).toMatchObject({ email: visitor.email })
  expect(await readValue(db, 'erase_person($1)', [visitor.email.toUpperCase()])).toMatchObject({ events: 2 })
  const person = Object(sending?.['data']).person
  expect(await events(db)).toEqual([
    { kind: 'signup.created', data: expect.objectContaining({ email: other.email }) },
    { kind: 'person.erased', data: { person } },
  ])
  expect(
    await readValue(
      db,
      `(select due_at > now() + interval '50 seconds' from webhook_outbox where kind = 'person.erased')`,
    ),
  ).toBe(true)
  await db.query('select mark_webhook_delivered($1)', [sending?.['id']])
  await fail(db, sending)
  await passTime(db)
  expect(await deliverAll(db)).toEqual(['signup.created', 'person.erased'])
  await signUp(db, visitor)
  expect(await deliverAll(db)).toEqual(['signup.created'])
})

test('erase_again deletes the events of erased people from a restored database, and queues person.erased once for each', async (db) => {
  await setTargets(db, { crm: true })
  const visitor = await signUp(db)
  const hash = await readValue(db, `encode(private.person_hash($1), 'hex')`, [visitor.email])
  const list = JSON.stringify([{ hash, erased_at: new Date(Date.now() + 60_000).toISOString() }])
  expect(await readValue(db, 'erase_again($1::text::jsonb)', [list])).toMatchObject({ events: 1 })
  expect(await readValue(db, 'erase_again($1::text::jsonb)', [list])).toMatchObject({ events: 0 })
  expect((await events(db)).map(({ kind }) => kind)).toEqual(['person.erased'])
  expect(JSON.stringify(await events(db))).not.toContain(visitor.email)
})

test('retention deletes old delivered and dead events, and waiting events only if their target is not configured', async (db) => {
  await setTargets(db, { crm: false, gone: false })
  for (let count = 0; count < 4; count += 1) await signUp(db)
  const [past, young] = [1, -1].map((days) => `now() - interval '${PERSONAL_DATA_RETENTION_DAYS.events + days} days'`)
  await db.script(`update webhook_outbox set created_at = ${past}`)
  const ids = (await events(db, 'id, target')).filter(({ target }) => target === 'crm').map(({ id }) => `'${id}'`)
  await db.script(`
    update webhook_outbox set delivered_at = ${past} where id = ${ids[0]};
    update webhook_outbox set gave_up_at = ${past} where id = ${ids[1]};
    update webhook_outbox set delivered_at = ${young} where id = ${ids[2]};`)
  await setTargets(db, { crm: false })
  expect(await readValue(db, 'apply_retention(3)')).toMatchObject({ events: 3 })
  expect(await readValue(db, 'apply_retention(3)')).toMatchObject({ events: 1 })
  expect((await events(db, 'id')).map(({ id }) => `'${id}'`)).toEqual(ids.slice(2))
})

test('note_release queues a release once, and again after another release; it rejects invalid arguments', async (db) => {
  await setTargets(db)
  const note = (version: string, channel = 'stable') => readValue(db, 'note_release($1, $2, null)', [version, channel])
  const noted = [
    await note('1.0.0'),
    await note('1.0.0'),
    await note('1.1.0'),
    await note('1.0.0'),
    await note('1.0.0', 'beta'),
  ]
  expect(noted).toEqual([true, false, true, true, true])
  expect((await events(db)).map(({ data }) => data)).toMatchObject([
    { version: '1.0.0', channel: 'stable', replaced: null },
    { version: '1.1.0' },
    { version: '1.0.0' },
    { channel: 'beta' },
  ])
  for (const [version, channel] of [
    ['', 'stable'],
    ['1.0.0', 'other'],
    ['1'.repeat(101), 'stable'],
  ] as const)
    await expect(note(version, channel)).rejects.toThrow(/A version of 1 to 100 characters/)
  expect(await deliverAll(db)).toHaveLength(4)
})
