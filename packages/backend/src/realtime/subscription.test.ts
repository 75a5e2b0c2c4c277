import { expect, test } from 'vitest'
import { SubscriptionFilterError } from './filter.ts'
import {
  assignSubscriptionIds,
  describeSubscriptionRequest,
  parseJoinPayload,
  parseSubscription,
} from './subscription.ts'

const seats = { event: 'UPDATE', schema: 'public', table: 'settings', filter: 'key=eq.open_seats' }

test('parseJoinPayload() parses the join payload of realtime-js and drops unknown members', () => {
  const payload = {
    config: {
      broadcast: { ack: false, self: false },
      presence: { key: '', enabled: false },
      postgres_changes: [{ ...seats, select: ['value'], extra: 1, deep: [[[]]] }],
      private: false,
    },
    access_token: 'sb_publishable_x',
    version: 'realtime-js/2.119.0',
  }
  const join = parseJoinPayload(payload)
  expect(join).toEqual({
    config: { private: false, postgres_changes: [{ ...seats, select: ['value'] }] },
    access_token: 'sb_publishable_x',
  })
  expect(assignSubscriptionIds(join?.config.postgres_changes ?? [])).toEqual([
    { ...seats, select: ['value'], id: expect.any(Number) },
  ])
})

test('parseJoinPayload() parses an empty join payload as a join without subscriptions', () => {
  expect(parseJoinPayload({})).toEqual({ config: { private: false, postgres_changes: [] }, access_token: null })
})

test.each([
  { config: 1 },
  { config: { postgres_changes: {} } },
  { config: { postgres_changes: [1] } },
  { config: { postgres_changes: [null] } },
  { config: { postgres_changes: [{ event: 1 }] } },
  { config: { postgres_changes: [{ ...seats, table: '' }] } },
  { config: { postgres_changes: [{ ...seats, schema: 'pub\0lic' }] } },
  { config: { postgres_changes: [{ ...seats, table: 'app\0settings' }] } },
  { config: { postgres_changes: [{ ...seats, filter: 'key=eq.early\0seats' }] } },
  { config: { postgres_changes: [{ ...seats, select: ['val\0ue'] }] } },
  { config: { postgres_changes: [{ ...seats, schema: 's'.repeat(64) }] } },
  { config: { postgres_changes: [{ ...seats, select: 'value' }] } },
  { config: { postgres_changes: [{ ...seats, select: Array(101).fill('value') }] } },
  { config: { postgres_changes: Array(11).fill(seats) } },
  { config: { private: 'yes' } },
  { access_token: 1 },
])('parseJoinPayload() refuses the join payload %j', (payload) => {
  expect(parseJoinPayload(payload)).toBeNull()
})

test('assignSubscriptionIds() gives equal entries the same id in every call, and different entries different ids', () => {
  const [first] = assignSubscriptionIds([seats])
  const [again, other] = assignSubscriptionIds([{ ...seats }, { ...seats, event: 'INSERT' }])
  expect(first?.id).toBeGreaterThan(0)
  expect(again?.id).toBe(first?.id)
  expect(other?.id).not.toBe(first?.id)
})

test('assignSubscriptionIds() gives the second of two entries with colliding checksums the next id', () => {
  const entries = ['word=eq.cw3dzp', 'word=eq.pltnyo'].map((filter) => ({
    event: '*',
    schema: 'public',
    table: 'notes',
    filter,
  }))
  expect(assignSubscriptionIds(entries).map(({ id }) => id)).toEqual([84_246_243, 84_246_244])
  expect(assignSubscriptionIds(entries.toReversed()).map(({ id }) => id)).toEqual([84_246_243, 84_246_244])
})

test('parseSubscription() applies the defaults of Supabase for a missing schema or table', () => {
  expect(parseSubscription({ event: '*', schema: 'public', id: 1 })).toMatchObject({ schema: 'public', table: '*' })
  expect(parseSubscription({ event: 'insert', table: 'notes', id: 1 })).toMatchObject({
    schema: 'public',
    event: 'INSERT',
  })
})

test.each([
  [{ event: '*' }, 'Please provide at least a `schema` or `table`'],
  [{ event: 'TRUNCATE', table: 'notes' }, 'event must be *, INSERT, UPDATE or DELETE'],
  [{ event: '*', schema: 'public', filter: 'id=eq.1' }, 'filter is not supported for wildcard'],
  [{ event: '*', schema: '*', table: 'notes', filter: 'id=eq.1' }, 'filter is not supported for wildcard'],
  [{ event: '*', schema: '*', select: ['id'] }, 'Column selection is not supported for wildcard'],
  [{ event: '*', table: 'notes', filter: 'id' }, 'expected column=operator.value'],
])('parseSubscription() refuses the Realtime subscription %j: %s', (request, reason) => {
  expect(() => parseSubscription({ ...request, id: 1 })).toThrow(SubscriptionFilterError)
  expect(() => parseSubscription({ ...request, id: 1 })).toThrow(reason)
})

test('describeSubscriptionRequest() lists only the members that a subscription entry contains', () => {
  expect(describeSubscriptionRequest(seats)).toBe(
    '[event: UPDATE, schema: public, table: settings, filter: key=eq.open_seats]',
  )
  expect(describeSubscriptionRequest({ event: '*', table: 'notes' })).toBe('[event: *, table: notes]')
})
