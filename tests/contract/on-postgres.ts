import { test } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { runSql } from '../support/postgres.ts'
import { type Backend, type StartOptions, startBackend } from '../support/start-backend.ts'
import { targetBackend } from '../support/target.ts'

/** Runs SQL past the backend, as the owner of its database. */
export type Sql = (statement: string) => Promise<unknown[]>

/** A fact that needs SQL from outside (a table or a policy of the test's own, a lost connection), so PostgreSQL only. */
export function onPostgres(
  title: string,
  run: (backend: Backend, sql: Sql) => Promise<void>,
  options: StartOptions = {},
): void {
  if (!ENGINES.includes('postgres') || targetBackend() !== null) return
  test(`${title} (postgres)`, async () => {
    await using backend = await startBackend({ ...options, engine: 'postgres' })
    const { databaseUrl } = backend
    if (databaseUrl === null) throw new Error('This backend has no PostgreSQL behind it.')
    await run(backend, (statement) => runSql(databaseUrl, statement))
  })
}
