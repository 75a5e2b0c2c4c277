import type { Database, WriteAheadLog } from '@site/backend/database/port/database'
import { parseLogPosition } from '@site/contract/shipping/log-position'
import { sql } from 'kysely'

/**
 * The state of the flushed write-ahead log, which ends at the position `end` and contains every commit before `at`. `erasures` changes with
 * each erasure of a person that the log contains. `started` changes when the engine is restarted after a crash.
 */
export type LogState = WriteAheadLog & { end: bigint; at: Date; erasures: string; started: string }

type Row = { end: string; timeline: number; segmentBytes: number; erasures: string; started: string }

/** Reads the end of the write-ahead log and the state of the erasures in one statement, so that both describe the same moment. */
export async function readLogState({ kysely }: Database): Promise<LogState> {
  // The time is taken before the statement is queued, because a transaction that commits later may be missing from the log up to `end`.
  const at = new Date()
  const { rows } = await sql<Row>`
    select pg_current_wal_flush_lsn()::text as "end",
      (select timeline_id from pg_control_checkpoint()) as timeline,
      (select bytes_per_wal_segment from pg_control_init()) as "segmentBytes",
      (select format('%s %s', count(*), max(erased_at)) from private.erased_people) as erasures,
      pg_postmaster_start_time()::text as started`.execute(kysely)
  const [row] = rows
  if (row === undefined) throw new Error('The state of the write-ahead log has no row.')
  return { ...row, end: parseLogPosition(row.end), at }
}
