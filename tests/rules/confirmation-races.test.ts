import { expect, test as register } from 'vitest'
import { openSqlSessionPair, type SqlSessionPair } from '../support/sql-session.ts'
import {
  expire,
  findSignup,
  mailKinds,
  makeLink,
  passTime,
  press,
  readSpots,
  requireConfirmation,
  set,
  signUp,
} from './confirmation-rows.ts'

// Concurrent transactions of double opt-in.

function test(title: string, run: (sessions: SqlSessionPair) => Promise<void>): void {
  register(title, async () => {
    await using sessions = await openSqlSessionPair()
    await run(sessions)
  })
}

/** Resolves when the other session is blocked by a lock. */
async function waitUntilBlocked({ one }: SqlSessionPair): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await one.query(waiting)).rows.length).toBe(1)
}

test('of two concurrent calls of confirm_signup with one link, the second returns already_confirmed and queues no mail', async (sessions) => {
  const { one, two } = sessions
  await requireConfirmation(one)
  const visitor = await signUp(one)
  const token = await makeLink(one, visitor)
  await one.script('begin')
  expect((await one.query('select confirm_signup($1) as answer', [token])).rows).toEqual([{ answer: 'confirmed' }])
  const second = press(two, token, '192.0.2.2')
  await waitUntilBlocked(sessions)
  await one.script('commit')
  expect(await second).toBe('already_confirmed')
  expect(await mailKinds(one, visitor)).toEqual(['welcome_free'])
})

test('the retention skips a sign-up that is being confirmed, and deletes it after a rollback', async ({ one, two }) => {
  await requireConfirmation(one)
  const visitor = await signUp(one)
  const token = await makeLink(one, visitor)
  await passTime(one)
  await one.script('begin')
  await one.query('select confirm_signup($1)', [token])
  expect(await expire(two)).toBe(0)
  await one.script('rollback')
  expect([await expire(two), await readSpots(one)]).toEqual([1, 10])
})

test('two concurrent retention runs give each spot back once', async ({ one, two }) => {
  await requireConfirmation(one)
  for (let count = 0; count < 4; count++) await signUp(one)
  await passTime(one)
  await one.script('begin')
  expect((await one.query('select apply_retention(2) as deleted')).rows).toMatchObject([
    { deleted: { unconfirmed: 2 } },
  ])
  const other = expire(two)
  await one.script('commit')
  expect([await other, await expire(two), await readSpots(one)]).toEqual([2, 0, 10])
})

test('an expiry that waits for an operator who sets the number of spots gives nothing back, and does not deadlock', async (sessions) => {
  const { one, two } = sessions
  await requireConfirmation(one)
  await signUp(one)
  await signUp(one)
  await passTime(one)
  await one.script('begin')
  await set(one, 'early_access_spots', '5')
  const expired = expire(two)
  await waitUntilBlocked(sessions)
  await one.script('commit')
  expect([await expired, await readSpots(one)]).toEqual([2, 5])
})

test('a number of spots that is set during an expiry stays as set', async (sessions) => {
  const { one, two } = sessions
  await requireConfirmation(one)
  await signUp(one)
  await passTime(one)
  await one.script('begin')
  expect(await expire(one)).toBe(1)
  const changed = set(two, 'early_access_spots', '5')
  await waitUntilBlocked(sessions)
  await one.script('commit')
  await changed
  expect([await readSpots(one), await expire(one)]).toEqual([5, 0])
})

test('an expiry whose connection is terminated deletes nothing, gives nothing back, and can be repeated', async (site) => {
  const { one, two } = site
  await requireConfirmation(one)
  const visitor = await signUp(one)
  await passTime(one)
  const { rows } = await two.query('select pg_backend_pid() as pid')
  await two.script('begin')
  expect(await expire(two)).toBe(1)
  await one.query('select pg_terminate_backend($1)', [rows[0]?.['pid']])
  await expect
    .poll(async () => (await one.query('select from pg_stat_activity where pid = $1', [rows[0]?.['pid']])).rows)
    .toEqual([])
  expect(await findSignup(one, visitor)).toBeDefined()
  expect([await readSpots(one), await expire(one), await readSpots(one)]).toEqual([9, 1, 10])
})

test('the erasure of an unconfirmed person does not deadlock with an operator who sets the number of spots', async (sessions) => {
  const { one, two } = sessions
  await requireConfirmation(one)
  const visitor = await signUp(one)
  await one.script('begin')
  await one.query('select erase_person($1)', [visitor.email])
  const changed = set(two, 'early_access_spots', '3')
  await waitUntilBlocked(sessions)
  await one.script('commit')
  await changed
  expect(await readSpots(one)).toBe(3)
})

test('an erasure while the mail is being claimed leaves no mail, and a link that confirms nothing', async (sessions) => {
  const { one, two } = sessions
  await requireConfirmation(one)
  const visitor = await signUp(one)
  await one.script('begin')
  const claimed = await one.query('select data from claim_mail(1, 60)')
  const token = String(Object(claimed.rows[0]?.['data'])['token'])
  const erased = two.query('select erase_person($1)', [visitor.email])
  await waitUntilBlocked(sessions)
  await one.script('commit')
  await erased
  expect([await mailKinds(one, visitor), await press(one, token)]).toEqual([[], 'unknown'])
})
