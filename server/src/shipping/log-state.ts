import type { Database, WriteAheadLog } from '@site/backend/database/port/database'
import { parseLogPosition } from '@site/contract/shipping/log-position'
import { sql } from 'kysely'

/**
 * The end of the flushed write-ahead log. Everything that was committed before `at` ends before `end`. `erasures` changes with each erasure
 * that is in the log. `started` changes when the engine was restarted after a crash.
 */
export type LogState = WriteAheadLog & { end: bigint; at: Date; erasures: string; started: string }

type Row = { end: string; timeline: number; segmentBytes: number; erasures: string; started: string }

/** Reads the end of the write-ahead log and the state of the erasures in one statement, so that neither is older than the other. */
export async function readLogState({ kysely }: Database): Promise<LogState> {
  // The time is taken before the statement is queued: what is committed later may or may not be in the log that the statement sees.
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
