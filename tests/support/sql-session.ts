import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { onceARun } from './once-a-run.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import type { Engine } from './start-backend.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** What a statement answers: its rows, and how many rows it changed. */
export type SqlResult = { rows: Record<string, unknown>[]; changed: number }

/** A database of a test's own, asked past every server, as its owner. */
export type SqlSession = AsyncDisposable & {
  /** One statement with its values. */
  query(statement: string, values?: unknown[]): Promise<SqlResult>
  /** Several statements without values. */
  script(statements: string): Promise<void>
}

/** A database in which every migration has run, on either engine. `empty`: one in which none has. */
export async function aDatabase(engine: Engine, empty = false): Promise<SqlSession> {
  return engine === 'pglite' ? onPGlite(empty) : onPostgres(empty)
}

async function onPGlite(empty: boolean): Promise<SqlSession> {
  await using onTheWay = new AsyncDisposableStack()
  const { path } = onTheWay.use(await temporaryFolder('sql-'))
  const folder = join(path, 'database')
  if (!empty) cpSync(join(await onceARun('data-template'), 'database'), folder, { recursive: true })
  const pglite = onTheWay.use(await PGlite.create(folder))
  const leftovers = onTheWay.move()
  return {
    async query(statement, values) {
      const { rows, affectedRows } = await pglite.query<Record<string, unknown>>(statement, values)
      return { rows, changed: affectedRows ?? 0 }
    },
    script: async (statements) => void (await pglite.exec(statements)),
    [Symbol.asyncDispose]: () => leftovers.disposeAsync(),
  }
}

async function onPostgres(empty: boolean): Promise<SqlSession> {
  const server = await onceARun('postgres')
  const name = `sql_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server, name, empty ? 'template1' : await onceARun('database-template'))
  return connected(url, () => dropDatabase(server, name))
}

async function connected(url: string, afterwards: () => Promise<void>): Promise<SqlSession> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // the database may be dropped while it is still connected
  await client.connect()
  return {
    async query(statement, values) {
      const { rows, rowCount } = await client.query<Record<string, unknown>>(statement, values)
      return { rows, changed: rowCount ?? 0 }
    },
    script: async (statements) => void (await client.query(statements)),
    async [Symbol.asyncDispose]() {
      await client.end()
      await afterwards()
    },
  }
}
