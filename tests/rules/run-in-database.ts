import { runSql } from '../support/postgres.ts'
import type { TestBackend } from '../support/start-backend.ts'

/** Runs SQL directly in the server's database, for example to move timestamps into the past. */
export async function runInDatabase({ databaseUrl }: TestBackend, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runSql(databaseUrl, statement)
}
