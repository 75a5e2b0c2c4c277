import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { expect, test } from 'vitest'
import type { Caller, Database, Work } from '../database/database.ts'
import { DatabaseError, DatabaseUnavailable } from '../database/errors.ts'
import type { Tables } from '../database/tables.ts'
import { GroupedInserts } from './grouped-inserts.ts'
import { parseRows } from './parse-rows.ts'

const column = (name: string) => ({ name, type: 'text', default: null, generated: false })
const table = (name: string) => ({ name, columns: [column('name'), column('email')], primaryKey: [] })

const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, source: '192.0.2.1' }
const member: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: 'x' }, source: '192.0.2.1' }
const refused = Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' })

type Answers = {
  inserted?: (rows: number) => number
  failsAt?: 'begin' | 'insert' | 'commit'
  with?: Error
  engine?: Database['engine']
}

/** A database that stores nothing and answers an insert as `insert` does. */
class FakeDriver extends DummyDriver {
  readonly #insert: (json: string) => number

  constructor(insert: (json: string) => number) {
    super()
    this.#insert = insert
  }

  override async acquireConnection() {
    const insert = this.#insert
    return {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        if (!sql.includes('insert into')) return { rows: [] }
        return { rows: [], numAffectedRows: BigInt(insert(String(parameters.at(-1)))) }
      },
      async *streamQuery(): AsyncIterableIterator<never> {},
    }
  }
}

/** Groups in front of a database that answers as it is told to, and what it was asked. */
function groups(answers: Answers = {}) {
  const transactions: string[][] = []
  const fail = (at: Answers['failsAt']) => {
    if (answers.failsAt === at) throw answers.with ?? new DatabaseUnavailable()
  }
  const insert = (json: string) => {
    fail('insert')
    const rows: unknown[] = JSON.parse(json)
    transactions.push(rows.map((row) => JSON.stringify(row)))
    return answers.inserted?.(rows.length) ?? rows.length
  }
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new FakeDriver(insert),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const asCaller = async <T>(_caller: Caller, work: Work<T>): Promise<T> => {
    fail('begin')
    const result = await kysely.transaction().execute(work)
    fail('commit')
    return result
  }
  const logged: unknown[] = []
  const log = { error: (fact: unknown) => logged.push(fact) }
  const database = { asCaller, engine: answers.engine ?? 'pglite' }
  const grouped = new GroupedInserts({ database, readings: { forget() {} }, log }, ['guests'])
  const alone: string[] = []
  const send = (email: string, more: { caller?: Caller; table?: string; body?: unknown } = {}) => {
    const body = more.body ?? { name: 'Ada', email }
    return grouped.insert({
      caller: more.caller ?? visitor,
      table: table(more.table ?? 'guests'),
      rows: parseRows(body, JSON.stringify(body), { columns: null, conditions: [] }),
      async alone() {
        alone.push(email)
        return { body: '[]', count: 1, total: null, updated: 0 }
      },
    })
  }
  return { transactions, alone, logged, send }
}

const three = (send: (email: string) => Promise<unknown>) => Promise.allSettled(['a', 'b', 'c'].map(send))

test('visitors’ rows for a named table go together, ordered by where they come from', async () => {
  const { transactions, alone, send } = groups()
  const from = (source: string) => ({ caller: { ...visitor, source } })
  await Promise.all([send('a', from('192.0.2.9')), send('b', from('192.0.2.1')), send('c', from('192.0.2.5'))])
  expect(alone).toEqual([])
  expect(transactions).toHaveLength(1)
  expect(transactions[0]?.map((row) => /"email":"(.)"/.exec(row)?.[1])).toEqual(['b', 'c', 'a'])
})

test('whoever has an account, brings several rows, or asks for another table goes alone', async () => {
  const { transactions, alone, send } = groups()
  await Promise.all([
    ...['a', 'b'].map((email) => send(email, { caller: member })),
    ...['c', 'd'].map((email) => send(email, { table: 'others' })),
    ...['e', 'f'].map((email) => send(email, { body: [{ email }, { email }] })),
    ...['g', 'h'].map((email) => send(email, { body: {} })),
  ])
  expect(alone).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  expect(transactions).toEqual([])
})

test('a second group goes beside the first where there is another connection', async () => {
  for (const [engine, sizes] of [
    ['pglite', [32, 32]],
    ['postgres', [32, 16, 16]],
  ] as const) {
    const { transactions, send } = groups({ engine })
    const crowd = Array.from({ length: 48 }, (_, place) => send(`first ${place}`))
    await nextTurn()
    crowd.push(...Array.from({ length: 16 }, (_, place) => send(`later ${place}`)))
    await Promise.all(crowd)
    expect(transactions.map(({ length }) => length)).toEqual(sizes)
  }
})

test('what names other columns goes in another statement', async () => {
  const { transactions, send } = groups()
  await Promise.all([
    ...['a', 'b'].map((email) => send(email)),
    ...['c', 'd'].map((email) => send(email, { body: { email } })),
    send('e', { body: { email: 'e', name: 'Ada' } }),
  ])
  expect(transactions.map(({ length }) => length)).toEqual([3, 2])
})

const NOTHING_KEPT: Record<string, Answers> = {
  'there is no connection': { failsAt: 'begin' },
  'the connection breaks before the commit': { failsAt: 'insert' },
  'a row is refused': { failsAt: 'insert', with: new DatabaseError(refused) },
  'the commit is refused': { failsAt: 'commit', with: new DatabaseError(refused) },
  'a trigger swallowed a row': { inserted: (rows) => rows - 1 },
}

for (const [what, answers] of Object.entries(NOTHING_KEPT)) {
  test(`everybody goes alone when ${what}`, async () => {
    const { alone, logged, send } = groups(answers)
    expect((await three(send)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(alone).toEqual(['a', 'b', 'c'])
    expect(logged).toEqual([])
  })
}

test('everybody goes alone, and the log tells it, when the statement of the group is at fault', async () => {
  const fault = new DatabaseError(Object.assign(new Error('no such column'), { code: '42703', severity: 'ERROR' }))
  for (const error of [fault, new TypeError('no such thing')]) {
    const { alone, logged, send } = groups({ failsAt: 'insert', with: error })
    await three(send)
    expect(alone).toEqual(['a', 'b', 'c'])
    expect(logged).toEqual([{ event: 'group_fault', err: error }])
  }
})

test('nobody goes again when the connection broke during the commit', async () => {
  const { alone, send } = groups({ failsAt: 'commit' })
  expect((await three(send)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(alone).toEqual([])
})
