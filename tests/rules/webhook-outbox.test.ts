import { expect } from 'vitest'
import { readValue } from '../support/sql-session.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { claim, deliverAll, events, fail, passTime, setTargets, signUp, write } from './webhook-rows.ts'

test('an event waits for the earlier events of the same person only', async (db) => {
  await setTargets(db, { crm: false, log: false })
  const ada = await signUp(db)
  await write(db, ada)
  const bob = await signUp(db)
  const first = await claim(db)
  const second = await claim(db)
  expect([first?.['kind'], second?.['kind']]).toEqual(['signup.created', 'signup.created'])
  expect(await claim(db)).toBeUndefined() // the message waits for the sign-up that is being sent
  await fail(db, first)
  await db.query('select mark_webhook_delivered($1)', [second?.['id']])
  expect(await claim(db)).toBeUndefined() // the sign-up waits for its retry, and the message for the sign-up
  expect(await deliverAll(db, 'log')).toEqual(['signup.created', 'message.received', 'signup.created'])
  await passTime(db)
  expect(await deliverAll(db)).toEqual(['signup.created', 'message.received'])
  expect(bob.email).not.toBe(ada.email)
})

test('the back-off of a target doubles with each failure, is at least Retry-After, and ends with a success', async (db) => {
  await setTargets(db)
  for (let count = 0; count < 5; count += 1) await signUp(db)
  const rest = () =>
    readValue(
      db,
      `(select extract(epoch from resume_at - now())::float8 from private.webhook_targets where name = 'crm')`,
    )
  const rests: number[] = []
  for (let count = 0; count < 4; count += 1) {
    await fail(db, await claim(db))
    rests.push(Number(await rest()))
    expect(await claim(db)).toBeUndefined()
    await db.script('update private.webhook_targets set resume_at = now()')
  }
  for (const [at, seconds] of [2, 4, 8, 16].entries()) expect(rests[at]).toBeCloseTo(seconds, 0)
  await passTime(db)
  await fail(db, await claim(db), ', 1800')
  expect(Number(await rest())).toBeCloseTo(1800, -1)
  await fail(db, await claim(db))
  await db.script('update private.webhook_targets set resume_at = now()')
  await db.script(`update webhook_outbox set due_at = now() + interval '30 minutes' where attempts > 0`)
  await db.script(
    `update webhook_outbox set due_at = now() where id = (select id from webhook_outbox order by seq limit 1)`,
  )
  const accepted = await claim(db)
  await db.query('select mark_webhook_delivered($1)', [accepted?.['id']])
  // After the outage, the events that wait for a retry are due immediately.
  expect(await deliverAll(db)).toHaveLength(4)
  expect(await readValue(db, `count_webhooks()`)).toEqual([
    expect.objectContaining({ target: 'crm', delivered: 5, waiting: 0, failing_since: null }),
  ])
})

test('an event that the receiver always rejects delays only events of the same person', async (db) => {
  await setTargets(db)
  const rejected = await signUp(db)
  await write(db, rejected)
  const poison = await claim(db)
  await fail(db, poison)
  await db.script('update private.webhook_targets set resume_at = now()')
  for (let count = 0; count < 3; count += 1) await signUp(db)
  expect(await deliverAll(db)).toHaveLength(3)
  expect(await readValue(db, '(select due_at > now() from webhook_outbox where id = $1)', [poison?.['id']])).toBe(true)
})

test('an event is given up after three days and five attempts, and then the next event of the person is sent', async (db) => {
  await setTargets(db)
  const visitor = await signUp(db)
  await write(db, visitor)
  await db.script(`update webhook_outbox set try_until = now() - interval '1 minute'`)
  for (let count = 1; count <= 5; count += 1) {
    expect(await fail(db, await claim(db))).toBe(count === 5)
    await passTime(db)
  }
  expect(await deliverAll(db)).toEqual(['message.received'])
  const dead = { waiting: 0, dead: 1, delivered: 1 }
  expect(await readValue(db, 'count_webhooks()')).toEqual([expect.objectContaining(dead)])
  expect(await readValue(db, `replay_webhooks(null, 'crm', null)`)).toBe(1)
  expect(await deliverAll(db)).toEqual(['signup.created'])
  expect(await readValue(db, `replay_webhooks(null, null, null)`)).toBe(0)
  expect(await readValue(db, `replay_webhooks(null, null, now() - interval '1 hour')`)).toBe(2)
  expect(await deliverAll(db)).toEqual(['signup.created', 'message.received'])
  const before = await events(db, 'event_id')
  expect(await readValue(db, 'replay_webhooks((select min(id::text)::uuid from webhook_outbox), null, null)')).toBe(1)
  expect(await events(db, 'event_id')).toEqual(before)
  await expect(db.query(`select replay_webhooks(null, 'crmm', null)`)).rejects.toThrow(/no webhook target 'crmm'/)
})

test('a target that responds 410 is stopped and keeps its events until a replay', async (db) => {
  await setTargets(db)
  await signUp(db)
  await fail(db, await claim(db), ', 0, true')
  await passTime(db)
  expect(await claim(db)).toBeUndefined()
  expect(await readValue(db, 'count_webhooks()')).toEqual([expect.objectContaining({ is_stopped: true, waiting: 1 })])
  await readValue(db, `replay_webhooks(null, 'crm', null)`)
  expect(await deliverAll(db)).toEqual(['signup.created'])
})

test('the events of a target that is not configured wait until it is configured again', async (db) => {
  await setTargets(db)
  await signUp(db)
  await setTargets(db, {})
  await signUp(db)
  await passTime(db)
  expect(await claim(db)).toBeUndefined()
  expect(await readValue(db, 'count_webhooks()')).toEqual([
    expect.objectContaining({ is_configured: false, waiting: 1 }),
  ])
  await setTargets(db)
  expect(await deliverAll(db)).toEqual(['signup.created'])
})

test('a test event is claimed first, even if the target is in back-off or stopped', async (db) => {
  await setTargets(db)
  await signUp(db)
  await signUp(db)
  await fail(db, await claim(db), ', 0, true')
  await expect(db.query(`select queue_webhook_test('crmm')`)).rejects.toThrow(/no webhook target 'crmm'/)
  const id = await readValue(db, `queue_webhook_test('crm')`)
  expect(await claim(db)).toMatchObject({ id, kind: 'webhook.test', data: {} })
})

test('times that were set while the clock was ahead do not delay an event', async (db) => {
  await setTargets(db)
  await signUp(db)
  await db.script(`
    update webhook_outbox set due_at = now() + interval '1 year', leased_until = now() + interval '1 year';
    update private.webhook_targets set resume_at = now() + interval '1 year'`)
  expect(await deliverAll(db)).toEqual(['signup.created'])
})
