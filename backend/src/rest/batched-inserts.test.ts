import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Caller, Database } from '../database/database.ts'
import { CommitOutcomeUnknown, DatabaseError, DatabaseUnavailable } from '../database/errors.ts'
import { BatchedInserts, type InsertBatching } from './batched-inserts.ts'
import { parseRows } from './parse-rows.ts'

const column = (name: string) => ({ name, type: 'text', default: null, generated: false })
const table = (name: string) => ({ name, columns: [column('name'), column('email')], primaryKey: [] })

const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, source: '192.0.2.1' }
const member: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: 'x' }, source: '192.0.2.1' }
const refused = Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' })

type Answers = { failsWith?: Error; engine?: Database['engine'] }

/** Groups in front of a database that answers as it is told to, and whom it was asked for together. */
function groups(answers: Answers = {}) {
  const asked: (readonly Caller[])[] = []
  const insertBatch: Database['insertBatch'] = async (_store, rows) => {
    asked.push(rows.map(({ caller }) => caller))
    await nextTurn()
    if (answers.failsWith) throw answers.failsWith
  }
  const logged: unknown[] = []
  const log = { error: (fact: unknown) => logged.push(fact) }
  const database = { insertBatch, engine: answers.engine ?? 'pglite' }
  const guests: InsertBatching = { table: 'guests', columns: ['name', 'email', 'amount'], store: 'sign_up_together' }
  const grouped = new BatchedInserts({ database, queryCache: { forget() {} }, log }, [guests])
  const alone: string[] = []
  type More = { caller?: Caller; table?: string; body?: unknown; columns?: string[] }
  const send = (email: string, more: More = {}) => {
    const body = more.body ?? { name: 'Ada', email }
    return grouped.insert({
      caller: more.caller ?? visitor,
      table: table(more.table ?? 'guests'),
      rows: parseRows(body, JSON.stringify(body), { columns: more.columns ?? null, conditions: [] }),
      async alone() {
        alone.push(email)
        return { body: '[]', count: 1, total: null, updated: 0 }
      },
    })
  }
  return { asked, alone, logged, send }
}

const three = (send: (email: string) => Promise<unknown>) => Promise.allSettled(['a', 'b', 'c'].map(send))

test('visitors’ rows for a named table go together, each with their own origin', async () => {
  const { asked, alone, send } = groups()
  const from = (source: string) => ({ caller: { ...visitor, source } })
  await Promise.all([send('a', from('192.0.2.9')), send('b', from('192.0.2.1')), send('c', from('192.0.2.5'))])
  expect(alone).toEqual([])
  expect(asked.map((callers) => callers.map(({ source }) => source))).toEqual([['192.0.2.9', '192.0.2.1', '192.0.2.5']])
})

test('whoever has an account, brings several rows, or asks for another table or column goes alone', async () => {
  const { asked, alone, send } = groups()
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
  expect(asked).toEqual([])
})

test('a second group goes beside the first where there is another connection', async () => {
  for (const [engine, sizes] of [
    ['pglite', [32, 32]],
    ['postgres', [32, 16, 16]],
  ] as const) {
    const { asked, send } = groups({ engine })
    const crowd = Array.from({ length: 48 }, (_, place) => send(`first ${place}`))
    await nextTurn()
    crowd.push(...Array.from({ length: 16 }, (_, place) => send(`later ${place}`)))
    await Promise.all(crowd)
    expect(asked.map(({ length }) => length)).toEqual(sizes)
  }
})

test('what names other columns goes in another statement', async () => {
  const { asked, send } = groups()
  await Promise.all([
    ...['a', 'b'].map((email) => send(email)),
    ...['c', 'd'].map((email) => send(email, { body: { email } })),
    send('e', { body: { email: 'e', name: 'Ada' } }),
  ])
  expect(asked.map(({ length }) => length)).toEqual([3, 2])
})

const NOTHING_KEPT: Record<string, Error> = {
  'there is no connection': new DatabaseUnavailable(),
  'a row is refused': new DatabaseError(refused),
}

for (const [what, failsWith] of Object.entries(NOTHING_KEPT)) {
  test(`everybody goes alone when ${what}`, async () => {
    const { alone, logged, send } = groups({ failsWith })
    expect((await three(send)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(alone).toEqual(['a', 'b', 'c'])
    expect(logged).toEqual([])
  })
}

test('a larger group is tried in halves when a row is refused, and not when somebody holds a lock or the database is away', async () => {
  const locked = new DatabaseError(Object.assign(new Error('lock timeout'), { code: '55P03', severity: 'ERROR' }))
  for (const [failsWith, sizes] of [
    [new DatabaseError(refused), [8, 4, 4]],
    [locked, [8]],
    [new DatabaseUnavailable(), [8]],
  ] as const) {
    const { asked, alone, logged, send } = groups({ failsWith })
    await Promise.all([...'abcdefgh'].map((email) => send(email)))
    expect(asked.map(({ length }) => length)).toEqual(sizes)
    expect(alone.toSorted().join('')).toBe('abcdefgh')
    expect(logged).toEqual([])
  }
})

test('everybody goes alone, and the log tells it, when the statement of the group is at fault', async () => {
  const fault = new DatabaseError(Object.assign(new Error('no such column'), { code: '42703', severity: 'ERROR' }))
  for (const failsWith of [fault, new TypeError('no such thing')]) {
    const { alone, logged, send } = groups({ failsWith })
    await three(send)
    expect(alone).toEqual(['a', 'b', 'c'])
    expect(logged).toEqual([{ event: 'group_fault', err: failsWith }])
  }
})

test('nobody goes again when nobody can know whether the group was stored', async () => {
  const { alone, send } = groups({ failsWith: new CommitOutcomeUnknown() })
  expect((await three(send)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(alone).toEqual([])
})
