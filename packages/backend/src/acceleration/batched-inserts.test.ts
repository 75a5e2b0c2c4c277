import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Caller, Database } from '../database/port/database.ts'
import { CommitOutcomeUnknown, DatabaseError, DatabaseUnavailable } from '../database/port/errors.ts'
import { parseRequestRows } from '../rest/parse/parse-rows.ts'
import { createRowInserter } from './batched-inserts.ts'

const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, source: '192.0.2.1' }
const member: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: 'x' }, source: '192.0.2.1' }
const refused = Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' })
const locked = Object.assign(new Error('lock timeout'), { code: '55P03', severity: 'ERROR' })

type Behaviour = { failsWith?: Error }

/**
 * Creates a row inserter on a fake database. The database stores each batch, or fails it with `failsWith`, and records the callers of its
 * rows.
 */
function createBatchedInserts(behaviour: Behaviour = {}) {
  const batches: (readonly Caller[])[] = []
  const insertBatch: Database['insertBatch'] = async (_store, rows) => {
    batches.push(rows.map(({ caller }) => caller))
    await nextTurn()
    if (behaviour.failsWith) throw behaviour.failsWith
  }
  const logged: unknown[] = []
  const log = { error: (fact: unknown) => logged.push(fact) }
  const database = { insertBatch }
  const guests = { batching: { columns: ['name', 'email', 'amount'], store: 'private.store_guests' } }
  const insert = createRowInserter({ database, log }, new Map([['guests', guests]]))
  const alone: string[] = []
  type More = { caller?: Caller; table?: string; body?: unknown; columns?: string[] }
  const send = (email: string, more: More = {}) => {
    const body = more.body ?? { name: 'Ada', email }
    return insert({
      caller: more.caller ?? visitor,
      table: more.table ?? 'guests',
      rows: parseRequestRows(body, JSON.stringify(body), { columns: more.columns ?? null, conditions: [] }),
      async insertAlone() {
        alone.push(email)
        return { body: '[]', count: 1, total: null, updated: 0 }
      },
    })
  }
  return { batches, alone, logged, send }
}

const three = (send: (email: string) => Promise<unknown>) => Promise.allSettled(['a', 'b', 'c'].map(send))

test('concurrent anonymous inserts into a table with batching are sent as one batch, each row with its own client IP address', async () => {
  const { batches, alone, send } = createBatchedInserts()
  const from = (source: string) => ({ caller: { ...visitor, source } })
  await Promise.all([send('a', from('192.0.2.9')), send('b', from('192.0.2.1')), send('c', from('192.0.2.5'))])
  expect(alone).toEqual([])
  expect(batches.map((callers) => callers.map(({ source }) => source))).toEqual([
    ['192.0.2.9', '192.0.2.1', '192.0.2.5'],
  ])
})

test('inserts by signed-in users, of several rows, or into tables or columns without batching are run individually', async () => {
  const { batches, alone, send } = createBatchedInserts()
  await Promise.all([
    ...['a', 'b'].map((email) => send(email, { caller: member })),
    ...['c', 'd'].map((email) => send(email, { table: 'others' })),
    ...['e', 'f'].map((email) => send(email, { body: [{ email }, { email }] })),
    ...['g', 'h'].map((email) => send(email, { body: {} })),
    ...['i', 'j'].map((email) => send(email, { body: { email, id: 1 } })),
    ...['k', 'l'].map((email) => send(email, { body: { email, amount: 1 }, columns: ['email'] })),
    ...['m', 'n'].map((email) => send(email, { body: { email }, columns: ['email', 'amount'] })),
  ])
  expect(alone.join('')).toEqual('abcdefghijklmn')
  expect(batches).toEqual([])
})

test('64 concurrent inserts are sent in batches of at most 16, of which two are in flight', async () => {
  const { batches, send } = createBatchedInserts()
  const crowd = Array.from({ length: 48 }, (_, place) => send(`first ${place}`))
  await nextTurn()
  crowd.push(...Array.from({ length: 16 }, (_, place) => send(`later ${place}`)))
  await Promise.all(crowd)
  expect(batches.map(({ length }) => length)).toEqual([16, 16, 16, 16])
})

test('concurrent inserts into one table share a batch even if their rows have different columns', async () => {
  const { batches, send } = createBatchedInserts()
  await Promise.all([
    ...['a', 'b'].map((email) => send(email)),
    ...['c', 'd'].map((email) => send(email, { body: { email } })),
    send('e', { body: { email: 'e', name: 'Ada' } }),
  ])
  expect(batches.map(({ length }) => length)).toEqual([5])
})

test('an insert batch of 8 rows is split into halves when a row is rejected, but not after a lock timeout', async () => {
  for (const [failsWith, sizes] of [
    [new DatabaseError(refused), [8, 4, 4]],
    [new DatabaseError(locked), [8]],
  ] as const) {
    const { batches, alone, logged, send } = createBatchedInserts({ failsWith })
    await Promise.all([...'abcdefgh'].map((email) => send(email)))
    expect(batches.map(({ length }) => length)).toEqual(sizes)
    expect(alone.toSorted().join('')).toBe('abcdefgh')
    expect(logged).toEqual([])
  }
})

test('when an insert batch fails with an unexpected error, its rows are inserted individually and the error is logged', async () => {
  const fault = new DatabaseError(Object.assign(new Error('no such column'), { code: '42703', severity: 'ERROR' }))
  for (const failsWith of [fault, new TypeError('no such thing')]) {
    const { alone, logged, send } = createBatchedInserts({ failsWith })
    await three(send)
    expect(alone).toEqual(['a', 'b', 'c'])
    expect(logged).toEqual([{ event: 'insert_batch_failed', err: failsWith }])
  }
})

test.each([
  ['it is unknown whether the batch was stored', new CommitOutcomeUnknown()],
  ['there is no connection', new DatabaseUnavailable()],
])('all inserts of a batch reject without a retry when %s', async (_when, failsWith) => {
  const { alone, send } = createBatchedInserts({ failsWith })
  expect((await three(send)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(alone).toEqual([])
})
