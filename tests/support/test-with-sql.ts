import { type TestOptions, test } from 'vitest'
import { runSql } from './postgres.ts'
import { openTestDatabase, type SqlSession } from './sql-session.ts'
import { startBackend, type TestBackend, type TestBackendOptions } from './start-backend.ts'
import { findTargetBackend } from './target.ts'

/** Runs SQL directly in the backend's database, as the owner of the database. */
export type SqlRunner = (statement: string) => Promise<unknown[]>

/** Defines a test that needs direct SQL (to create a table or policy, or to terminate connections), which a target backend has not. */
export function testWithSql(
  title: string,
  run: (backend: TestBackend, sql: SqlRunner) => Promise<void>,
  options: TestBackendOptions = {},
): void {
  if (findTargetBackend() !== null) return
  test(title, async () => {
    await using backend = await startBackend(options)
    await run(backend, (statement) => runSql(backend.databaseUrl, statement))
  })
}

type DatabaseTest = (db: SqlSession) => Promise<void>

/** Registers a test that runs on a new database without a server. */
export function testOnDatabase(
  title: string,
  ...rest: [DatabaseTest] | [Pick<TestOptions, 'tags'>, DatabaseTest]
): void {
  const [tags, run] = rest.length === 1 ? [{}, rest[0]] : rest
  test(title, tags, async () => {
    await using db = await openTestDatabase()
    await run(db)
  })
}
