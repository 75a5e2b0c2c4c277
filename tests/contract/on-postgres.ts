import { test } from 'vitest'
import { TEST_ENGINES } from '../support/engines.ts'
import { runSql } from '../support/postgres.ts'
import { startBackend, type TestBackend, type TestBackendOptions } from '../support/start-backend.ts'
import { findTargetBackend } from '../support/target.ts'

/** Runs SQL directly in the backend's database, as the owner of the database. */
export type SqlRunner = (statement: string) => Promise<unknown[]>

/** Defines a test that needs direct SQL (to create a table or policy, or to terminate connections) and so runs on PostgreSQL only. */
export function testOnPostgres(
  title: string,
  run: (backend: TestBackend, sql: SqlRunner) => Promise<void>,
  options: TestBackendOptions = {},
): void {
  if (!TEST_ENGINES.includes('postgres') || findTargetBackend() !== null) return
  test(`${title} (postgres)`, async () => {
    await using backend = await startBackend({ ...options, engine: 'postgres' })
    const { databaseUrl } = backend
    if (databaseUrl === null) throw new Error('This backend has no PostgreSQL behind it.')
    await run(backend, (statement) => runSql(databaseUrl, statement))
  })
}
