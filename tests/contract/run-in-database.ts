import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { runSql } from '../support/postgres.ts'
import type { TestBackend } from '../support/start-backend.ts'

/**
 * Runs SQL directly in the server's database, for example to move timestamps into the past. PGlite allows only one process, so the
 * server is stopped before and restarted afterwards: pass all statements in one call.
 */
export async function runSqlWhileStopped(backend: TestBackend, statements: readonly string[]): Promise<void> {
  if (backend.databaseUrl !== null) {
    for (const statement of statements) await runSql(backend.databaseUrl, statement)
    return
  }
  await backend.stop()
  const pglite = await PGlite.create(join(backend.dataDir, 'database'))
  try {
    for (const statement of statements) await pglite.exec(statement)
  } finally {
    await pglite.close()
  }
  await backend.start()
}
