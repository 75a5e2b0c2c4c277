import { type Kysely, sql } from 'kysely'
import type { DatabaseTables } from '../port/tables.ts'

const EVERY_MS = 60_000
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024
const CHECKPOINT_AFTER_MS = 5 * 60_000
// The maximum size of the WAL records that a checkpoint itself writes. A database that has written no more WAL than this since the last
// checkpoint counts as idle.
const IDLE_BYTES = 8 * 1024
const VACUUM_AFTER_ROWS = 1_000
// ANALYZE on a table of a million rows takes half a second, during which the embedded engine runs no other statement. Tables are therefore
// analysed only after a share of their rows has changed.
const ANALYZE_AFTER_ROWS = 1_000
const ANALYZE_AFTER_SHARE = 0.1

/**
 * Periodically does what PostgreSQL's background processes would do, which the embedded engine lacks. Checkpoints keep the write-ahead log
 * and the recovery time short. VACUUM removes dead rows. ANALYZE updates the statistics, without which a table with only new rows is
 * scanned sequentially instead of by index. Returns a function that stops the maintenance.
 */
export function startDatabaseMaintenance(kysely: Kysely<DatabaseTables>): () => void {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    // The error is ignored: a crash of the engine is logged by the engine itself, and the next run of the timer retries the maintenance.
    running = running.then(() => runDatabaseMaintenance(kysely)).catch(() => {})
  }, EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Runs all due maintenance once. Cheap when nothing was written since the last run. */
export async function runDatabaseMaintenance(kysely: Kysely<DatabaseTables>): Promise<void> {
  if (await isCheckpointDue(kysely)) await sql`checkpoint`.execute(kysely)
  for (const { table, needsVacuum, needsAnalyze } of await changedTables(kysely)) {
    if (needsVacuum) await sql`vacuum ${sql.raw(table)}`.execute(kysely)
    if (needsAnalyze) await sql`analyze ${sql.raw(table)}`.execute(kysely)
  }
}

async function isCheckpointDue(kysely: Kysely<DatabaseTables>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select written > ${CHECKPOINT_AFTER_BYTES} or (written > ${IDLE_BYTES} and age > ${CHECKPOINT_AFTER_MS}) as due
    from (
      select
        pg_wal_lsn_diff(pg_current_wal_lsn(), checkpoint_lsn) as written,
        extract(epoch from now() - checkpoint_time) * 1000 as age
      from pg_control_checkpoint()
    ) as since_checkpoint`.execute(kysely)
  return rows[0]?.due ?? false
}

async function changedTables(kysely: Kysely<DatabaseTables>) {
  const { rows } = await sql<{ table: string; needsVacuum: boolean; needsAnalyze: boolean }>`
    select
      format('%I.%I', schemaname, relname) as table,
      n_dead_tup > ${VACUUM_AFTER_ROWS} as "needsVacuum",
      n_mod_since_analyze > ${ANALYZE_AFTER_ROWS} + ${ANALYZE_AFTER_SHARE}::float8 * n_live_tup as "needsAnalyze"
    from pg_stat_all_tables
    where schemaname <> 'pg_toast'`.execute(kysely)
  return rows.filter(({ needsVacuum, needsAnalyze }) => needsVacuum || needsAnalyze)
}
