import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { createDatabase, dropDatabase } from './postgres.ts'
import { getSharedTestFixture } from './shared-fixtures.ts'

/** The result of an SQL statement: its rows and the number of changed rows. */
export type SqlResult = { rows: Record<string, unknown>[]; changed: number }

/** A direct connection to a test's own database, with the role that owns the database. */
export type SqlSession = AsyncDisposable & {
  /** Runs one SQL statement with parameters. */
  query(statement: string, values?: unknown[]): Promise<SqlResult>
  /** Runs several SQL statements without parameters. */
  script(statements: string): Promise<void>
}

/** Creates a database, with all migrations applied unless `empty` is true. Disposing drops the database. */
export async function openTestDatabase(empty = false): Promise<SqlSession> {
  const server = await getSharedTestFixture('postgres')
  const name = `sql_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server, name, empty ? 'template1' : await getSharedTestFixture('database-template'))
  return connected(url, () => dropDatabase(server, name))
}

/** Returns the value of an SQL expression. */
export async function readValue(db: SqlSession, expression: string, values: unknown[] = []): Promise<unknown> {
  return (await db.query(`select ${expression} as value`, values)).rows[0]?.['value']
}

/** Returns the code and message of the error with which a statement fails, or null when the statement succeeds. */
export async function readSqlError(statement: Promise<unknown>): Promise<unknown> {
  const error = await statement.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof Error && 'code' in error ? { code: error.code, message: error.message } : error
}

/**
 * Runs an operation in a transaction with settings, such as `role` or `request.source`, and commits. Returns the code of the error with which it
 * fails, or null.
 */
export async function commitWith(
  db: SqlSession,
  settings: Record<string, string>,
  operation: () => Promise<unknown>,
): Promise<string | null> {
  const pairs = Object.entries(settings)
  await db.script('begin')
  try {
    await db.query(`select ${pairs.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`)}`, pairs.flat())
    await operation()
    await db.script('commit')
    return null
  } catch (error) {
    await db.script('rollback')
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}

/** Two connections to one PostgreSQL database with all migrations applied, for tests of concurrent transactions. */
export type SqlSessionPair = AsyncDisposable & { one: SqlSession; two: SqlSession }

/** Creates a PostgreSQL database and opens two connections to it. Disposing drops the database. */
export async function openSqlSessionPair(): Promise<SqlSessionPair> {
  const server = await getSharedTestFixture('postgres')
  const name = `sql_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server, name, await getSharedTestFixture('database-template'))
  const [one, two] = await Promise.all([connected(url), connected(url)])
  return {
    one,
    two,
    async [Symbol.asyncDispose]() {
      await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()])
      await dropDatabase(server, name)
    },
  }
}

async function connected(url: string, afterwards: () => Promise<void> = async () => {}): Promise<SqlSession> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // the database may be dropped while this client is still connected
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
