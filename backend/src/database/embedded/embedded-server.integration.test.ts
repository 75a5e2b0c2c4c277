import { type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { DatabaseUnavailable } from '../port/errors.ts'
import { openPGlite } from './pglite.ts'

const DEEP = '['.repeat(100_000)

// Texts that crash the embedded engine: PostgreSQL parses them recursively without a check of the depth, and the stack of this Node.js
// process is too small for that.
const crashing: [string, RawBuilder<unknown>][] = [
  ['nested JSON', sql`select ${DEEP}::text::jsonb`],
  ['JSON with names', sql`select ${'{"a":'.repeat(100_000)}::text::json`],
  ['a nested pattern', sql`select 'x' ~ ${'('.repeat(20_000) + ')'.repeat(20_000)}::text`],
  ['a long pattern', sql`select 'x' ~ ${'a'.repeat(100_000)}::text`],
  ['a pattern that grows', sql`select 'x' ~ '(x{0,255}){0,255}'`],
]

// PostgreSQL's own check of the stack depth rejects these statements, and the engine does not crash.
const refusedByPostgres: [string, RawBuilder<unknown>][] = [
  ['a sum', sql.raw(`select 1${'+1'.repeat(5_000)}`)],
  ['steps into JSON', sql.raw(`select '{}'::jsonb${"->'a'".repeat(3_000)}`)],
  ['denials', sql.raw(`select 1 where ${'not '.repeat(5_000)}true`)],
  ['a search', sql`select to_tsquery(${'('.repeat(10_000)}::text)`],
]

async function open() {
  const folder = await createTemporaryFolder('embedded-')
  const database = await openPGlite({ databaseUrl: null, dataDir: folder.path })
  onTestFinished(async () => {
    await database.close()
    await folder[Symbol.asyncDispose]()
  })
  await sql`create table notes (text text)`.execute(database.kysely)
  return database
}

test('a PGlite statement that exhausts the stack rejects with DatabaseUnavailable and loses only its own transaction', async () => {
  const { kysely, transaction, listen } = await open()
  const listener = { onMessage: vi.fn(), onLost: vi.fn(), onReconnect: vi.fn() }
  await listen('news', listener)
  await sql`insert into notes values ('kept')`.execute(kysely)
  for (const [what, statement] of crashing) {
    const broken = transaction(async (tx) => {
      await sql`insert into notes values (${what})`.execute(tx)
      await statement.execute(tx)
    })
    const next = sql`select text from notes`.execute(kysely)
    await expect(broken, what).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect((await next).rows, what).toEqual([{ text: 'kept' }])
    // If the server had not detected the crash, this further error would make the engine hang.
    await expect(sql`select 'x'::text::integer`.execute(kysely), what).rejects.toMatchObject({ code: '22P02' })
  }
  await sql`select pg_notify('news', 'hello')`.execute(kysely)
  expect(listener.onMessage).toHaveBeenCalledExactlyOnceWith('hello')
  expect([listener.onLost, listener.onReconnect].map(({ mock }) => mock.calls.length)).toEqual([5, 5])
})

test('a PGlite statement beyond PostgreSQL’s stack depth limit rejects with SQLSTATE 54001 without an engine crash', async () => {
  const { kysely, listen } = await open()
  const listener = { onMessage: vi.fn(), onLost: vi.fn(), onReconnect: vi.fn() }
  await listen('news', listener)
  for (const [what, statement] of refusedByPostgres)
    await expect(statement.execute(kysely), what).rejects.toMatchObject({ code: '54001' })
  await expect(sql`select 'x'::text::integer`.execute(kysely)).rejects.toMatchObject({ code: '22P02' })
  expect(listener.onLost).not.toHaveBeenCalled()
})
