import type { Database } from '@site/backend/database/port/database'
import { DatabaseError } from '@site/backend/database/port/errors'
import { sql } from 'kysely'

/*
 * A restored or copied database holds mails and webhook events that the site it came from may have sent since, or still sends: without a
 * pause, rehearsing a restore would mail real people. Nothing is sent from such a database until an operator runs `resume`.
 */

/** Stops all mails and webhook events of this database, with a reason for the history of settings. */
export async function holdSending({ kysely }: Pick<Database, 'kysely'>, reason: string): Promise<void> {
  await sql`select public.set_setting('sending_held', 'true', ${reason}::text)`.execute(kysely)
}

/** Returns whether mails and webhook events are held. */
export async function isSendingHeld({ kysely }: Pick<Database, 'kysely'>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select private.is_sending_held() as held`.execute(kysely)
  return rows[0]?.held === true
}

/**
 * The schema is not part of the migrations, and a move does not copy it (move/catalogue.ts); a dump does. So the record names another
 * database exactly when this one was restored from a dump.
 */
const CREATE = `
  create schema if not exists site_origin;
  create table if not exists site_origin.state (
    only_row boolean primary key default true check (only_row),
    database text not null
  )`
const IDENTITY = `
  select (pg_control_system()).system_identifier::text || '/' || oid::text as database
  from pg_catalog.pg_database where datname = current_database()`

/**
 * Holds all sending when a PostgreSQL database was copied, for example with pg_dump, since a server last ran on it. The identity of the
 * database in its cluster is stored at every start; a copy has the identity of its original. Does nothing where the role may not read the
 * identity.
 */
export async function holdCopiedDatabase(database: Database): Promise<void> {
  await database
    .scriptTransaction(async (session) => {
      await session.query(`select pg_advisory_xact_lock(hashtextextended('site_origin', 0))`)
      const [{ database: own } = {}] = await session.query(IDENTITY)
      await session.script(CREATE)
      const [stored] = await session.query('select database from site_origin.state')
      if (stored?.['database'] === own) return
      await session.query(
        'insert into site_origin.state (database) values ($1) on conflict (only_row) do update set database = excluded.database',
        [own],
      )
      if (stored !== undefined)
        await session.query(
          `select public.set_setting('sending_held', 'true', 'the database is a copy of another one')`,
        )
    })
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError && error.code === '42501')) throw error
    })
}
