import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const EVERY_MS = 60_000
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024
const CHECKPOINT_AFTER_MS = 5 * 60_000
// A checkpoint writes a little itself.
const NOTHING_BYTES = 8 * 1024
const VACUUM_AFTER_ROWS = 1_000
// A look at a table of a million rows takes half a second, in which nobody else is served, so it waits for a share of them.
const ANALYZE_AFTER_ROWS = 1_000
const ANALYZE_AFTER_SHARE = 0.1

/**
 * Does what a PostgreSQL server's background processes do, which the embedded one has none of: checkpoints, without which
 * the write-ahead log grows for ever and a restart after a crash takes long, vacuum, and analyze, without which a table
 * of nothing but new rows is read from end to end where an index would do. Answers the function that stops.
 */
export function startUpkeep(kysely: Kysely<Tables>): () => void {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    // A failure is the engine's, which says so itself; the next round tries again.
    running = running.then(() => keepUp(kysely)).catch(() => {})
  }, EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** One round of upkeep; cheap when nothing was written. */
export async function keepUp(kysely: Kysely<Tables>): Promise<void> {
  if (await isCheckpointDue(kysely)) await sql`checkpoint`.execute(kysely)
  for (const { table, isBloated, isUnknown } of await changedTables(kysely)) {
    if (isBloated) await sql`vacuum ${sql.raw(table)}`.execute(kysely)
    if (isUnknown) await sql`analyze ${sql.raw(table)}`.execute(kysely)
  }
}

async function isCheckpointDue(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select written > ${CHECKPOINT_AFTER_BYTES} or (written > ${NOTHING_BYTES} and age > ${CHECKPOINT_AFTER_MS}) as due
    from (
      select
        pg_wal_lsn_diff(pg_current_wal_lsn(), checkpoint_lsn) as written,
        extract(epoch from now() - checkpoint_time) * 1000 as age
      from pg_control_checkpoint()
    ) as since_checkpoint`.execute(kysely)
  return rows[0]?.due ?? false
}

async function changedTables(kysely: Kysely<Tables>) {
  const { rows } = await sql<{ table: string; isBloated: boolean; isUnknown: boolean }>`
    select
      format('%I.%I', schemaname, relname) as table,
      n_dead_tup > ${VACUUM_AFTER_ROWS} as "isBloated",
      n_mod_since_analyze > ${ANALYZE_AFTER_ROWS} + ${ANALYZE_AFTER_SHARE}::float8 * n_live_tup as "isUnknown"
    from pg_stat_all_tables
    where schemaname <> 'pg_toast'`.execute(kysely)
  return rows.filter(({ isBloated, isUnknown }) => isBloated || isUnknown)
}
