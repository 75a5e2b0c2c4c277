import { expect } from 'vitest'
import { readValue } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import {
  asVisitor,
  expire,
  findSignup,
  mailKinds,
  makeLink,
  passTime,
  press,
  readSpots,
  receiveLink,
  requireConfirmation,
  set,
  signUp,
} from './confirmation-rows.ts'

// Expiry of unconfirmed sign-ups and of their links, and when their spots are given back (supabase/schemas/12_held_spots.sql).

test('the retention deletes expired sign-ups with their mails and gives each spot back once; the person can sign up again', async (db) => {
  await requireConfirmation(db)
  const [late, another, confirmed] = [await signUp(db), await signUp(db), await signUp(db)]
  const token = await receiveLink(db, late)
  expect(await press(db, await makeLink(db, confirmed))).toBe('confirmed')
  expect([await expire(db), await readSpots(db)]).toEqual([0, 7])
  await passTime(db)
  expect([await expire(db), await readSpots(db)]).toEqual([2, 9])
  expect([await expire(db), await readSpots(db)]).toEqual([0, 9])
  for (const gone of [late, another]) {
    expect(await findSignup(db, gone)).toBeUndefined()
    expect(await mailKinds(db, gone)).toEqual([])
  }
  expect(await press(db, token)).toBe('unknown')
  expect(await findSignup(db, confirmed)).toBeDefined()
  await signUp(db, late)
  expect([await mailKinds(db, late), await readSpots(db)]).toEqual([['signup_confirmation'], 8])
})

test('one call of apply_retention deletes at most the given number of expired sign-ups', async (db) => {
  await requireConfirmation(db)
  for (let count = 0; count < 5; count++) await signUp(db)
  await passTime(db)
  const counts = []
  for (let call = 0; call < 4; call++) counts.push(Object(await readValue(db, 'apply_retention(2)'))['unconfirmed'])
  expect(counts).toEqual([2, 2, 1, undefined])
  expect(await readSpots(db)).toBe(10)
})

test('an expiry gives nothing back after an operator has set the number of spots, also when it is the same number', async (db) => {
  for (const number of ['3', '8', '0']) {
    await requireConfirmation(db)
    await signUp(db)
    await signUp(db)
    await set(db, 'early_access_spots', number)
    const later = await signUp(db)
    await passTime(db)
    expect(await expire(db)).toBe(3)
    // Only the sign-up after the change took a spot of the new number, so only its spot is given back; at zero, it took none.
    expect([number, await readSpots(db)]).toEqual([number, Number(number)])
    expect(await findSignup(db, later)).toBeUndefined()
  }
  await requireConfirmation(db)
  await signUp(db)
  await db.script(`update app_settings set value = '9' where key = 'early_access_spots'`)
  await passTime(db)
  expect([await expire(db), await readSpots(db)]).toEqual([1, 9])
})

test('an expiry gives spots back after a wave, but none while count_down_spots is off, and none that were not taken', async (db) => {
  await requireConfirmation(db)
  const member = createTestVisitor()
  await db.query('insert into early_access_users (name, email) values ($1, $2)', [member.name, member.email])
  await signUp(db)
  expect(await readValue(db, `send_wave('spring', '{"next": 5}', 10) ->> 'invited'`)).toBe('1')
  expect(await readSpots(db)).toBe(7)
  await passTime(db)
  expect([await expire(db), await readSpots(db)]).toEqual([1, 8])
  await signUp(db)
  await set(db, 'count_down_spots', 'false')
  await signUp(db)
  await passTime(db)
  expect([await expire(db), await readSpots(db)]).toEqual([2, 7])
  await set(db, 'count_down_spots', 'true')
  await set(db, 'early_access_spots', '0')
  await signUp(db)
  await passTime(db)
  expect([await expire(db), await readSpots(db)]).toEqual([1, 0])
})

test('unconfirmed sign-ups that one statement inserts hold no more spots than were left', async (db) => {
  await requireConfirmation(db, 2)
  const visitors = [1, 2, 3].map(createTestVisitor)
  await asVisitor(
    db,
    'insert into early_access_users (name, email) select name, email from jsonb_to_recordset($1) as v (name text, email text)',
    [JSON.stringify(visitors)],
  )
  expect([await readSpots(db), await readValue(db, '(select count(*)::integer from private.held_spots)')]).toEqual([
    0, 2,
  ])
  await passTime(db)
  expect([await expire(db), await readSpots(db)]).toEqual([3, 2])
})

test('an erasure deletes an unconfirmed sign-up with its mails and links, and gives its spot back', async (db) => {
  await requireConfirmation(db)
  const visitor = await signUp(db)
  const token = await receiveLink(db, visitor)
  expect(await readValue(db, 'find_person($1)', [visitor.email])).toMatchObject({
    signups: [{ confirm_by: expect.any(String), confirmed_at: null }],
    mails: [{ kind: 'signup_confirmation' }],
  })
  expect(await readValue(db, 'erase_person($1)', [visitor.email])).toMatchObject({ signups: 1, mails: 1 })
  expect(await press(db, token)).toBe('unknown')
  expect(await readValue(db, '(select count(*)::integer from private.confirmation_links)')).toBe(0)
  expect([await readSpots(db), await expire(db), await readSpots(db)]).toEqual([10, 0, 10])
})

test('the retention deletes a confirmation link 60 days after it was created', async (db) => {
  await requireConfirmation(db)
  const visitor = await signUp(db)
  const token = await receiveLink(db, visitor)
  await press(db, token)
  await db.script(`update private.confirmation_links set created_at = now() - interval '59 days'`)
  await expire(db)
  expect(await press(db, token)).toBe('already_confirmed')
  await db.script(`update private.confirmation_links set created_at = now() - interval '61 days'`)
  await expire(db)
  expect(await press(db, token)).toBe('unknown')
  expect(await findSignup(db, visitor)).toBeDefined()
})
