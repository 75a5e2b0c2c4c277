import { test } from 'vitest'
import { runSql } from './postgres.ts'
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
