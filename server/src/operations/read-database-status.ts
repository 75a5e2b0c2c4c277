import type { Database } from '@site/backend/database/port/database'
import { DatabaseUnavailable } from '@site/backend/database/port/errors'
import { sql } from 'kysely'

type Row = { version: string; sizeBytes: number; oldestTransactionAge: number; checksumFailures: number }

/** The database for `doctor` and `database`: whether it is the server's own PostgreSQL, its address without a password, and its state. */
export type DatabaseStatus = { isOwn: boolean; address: string | null; state: Row | null }

/** Reads the state of the database; null while the database cannot be reached. */
export async function readDatabaseStatus({ own, kysely }: Database): Promise<DatabaseStatus> {
  return { isOwn: own !== null, address: own && removePassword(own.url), state: await readState(kysely) }
}

async function readState(kysely: Database['kysely']): Promise<Row | null> {
  try {
    const { rows } = await sql<Row>`
      select current_setting('server_version') as version, pg_database_size(current_database())::float8 as "sizeBytes",
        age(datfrozenxid)::float8 as "oldestTransactionAge",
        coalesce((select checksum_failures from pg_stat_database where datid = d.oid), 0)::float8 as "checksumFailures"
      from pg_database d where datname = current_database()`.execute(kysely)
    return rows[0] ?? null
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return null
    throw error
  }
}

function removePassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  return url.href
}
