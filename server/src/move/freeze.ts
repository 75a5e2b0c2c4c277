import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@site/backend/database/port/database'
import { DATABASE_MOVING_CODE, isDatabaseError } from '@site/backend/database/port/errors'
import { formatQualifiedTableName, type MovedTable, readMoveCatalogue } from './catalogue.ts'
import { type SiteMoveState, writeMoveState } from './move-state.ts'
import { MoveRefusedError } from './refused.ts'

/** The SQLSTATEs of a lock timeout and a deadlock, after which making a database reject or accept writes is retried. */
const BUSY = new Set(['55P03', '40P01'])
const TRIES = 10
const LOCK_WAIT = '5s'
const PAUSE_MS = 500

/**
 * The maximum time to wait, before a move, for mails and webhook events in delivery, in milliseconds. Their rows are marked only after
 * the delivery: if a row was copied during its delivery, the database that it is copied to would send the mail or event again.
 */
const MAIL_WAIT_MS = 120_000

/**
 * Makes the source database of a move reject every write, of any process or program: until the schema `site_move` is dropped, a trigger on
 * each table raises the error that becomes `DatabaseMoving`. Reads are not affected. Waits for open transactions and deliveries.
 */
export async function freezeDatabase(database: Database, state: Omit<SiteMoveState, 'at' | 'side'>): Promise<void> {
  const { tables } = await readMoveCatalogue(database)
  const deadline = performance.now() + MAIL_WAIT_MS
  for (;;) {
    const isFrozen = await retryOnLockTimeout(() =>
      database.scriptTransaction(async (session) => {
        await session.script(
          `set local lock_timeout = '${LOCK_WAIT}'; lock table public.mail_outbox, public.webhook_outbox in share row exclusive mode`,
        )
        const [sending] = await session.query(`
          select (
            select count(*) from public.mail_outbox
            where sent_at is null and gave_up_at is null and leased_until > now()
          )::int4 + (
            select count(*) from public.webhook_outbox
            where delivered_at is null and gave_up_at is null and leased_until > now()
          )::int4 as leased`)
        if (sending?.['leased'] !== 0) return false
        await writeMoveState(session, { ...state, side: 'leaving' })
        await session.script(refuseTriggers(tables, ''))
        return true
      }),
    )
    if (isFrozen) return
    if (performance.now() > deadline) {
      throw new MoveRefusedError(
        'Mails or webhook events are being sent all the time. Pause mail first: npm run admin -- mail pause --reason "a move"',
      )
    }
    await pause(PAUSE_MS)
  }
}

/** SQL that allows a transaction of the move to truncate the tables whose triggers reject all other writes. */
export const ALLOW_MOVE_WRITES_SQL = `set local site_move.copies = 'on'`

/**
 * Makes the given tables of the target reject every write except those of the move. Otherwise the scheduled jobs of a Supabase project
 * could send the copied mails or delete rows. While the move inserts into such a table, the triggers of the table are disabled.
 */
export async function rejectWritesExceptMove(
  database: Database,
  tables: readonly MovedTable[],
  state: Omit<SiteMoveState, 'at' | 'side'>,
): Promise<void> {
  await retryOnLockTimeout(() =>
    database.scriptTransaction(async (session) => {
      await session.script(`set local lock_timeout = '${LOCK_WAIT}'`)
      await writeMoveState(session, { ...state, side: 'arriving' })
      await session.script(
        refuseTriggers(
          tables,
          `if tg_op = 'TRUNCATE' and current_setting('site_move.copies', true) = 'on' then return null; end if;`,
        ),
      )
    }),
  )
}

function refuseTriggers(tables: readonly MovedTable[], exception: string): string {
  const triggers = tables.map(
    (table) => `
      create or replace trigger site_move before insert or update or delete or truncate on ${formatQualifiedTableName(table)}
      for each statement execute function site_move.refuse();`,
  )
  return `
    create or replace function site_move.refuse() returns trigger
    language plpgsql
    set search_path = ''
    as $$
    begin
      ${exception}
      raise exception using errcode = '${DATABASE_MOVING_CODE}', message = 'This database is being moved, or was moved, and takes no changes.';
    end
    $$;
    ${triggers.join('')}`
}

/** Makes the database accept writes again, and deletes the state of the move that is recorded in it. */
export async function unfreezeDatabase(database: Database): Promise<void> {
  await retryOnLockTimeout(() =>
    database.scriptTransaction((session) =>
      session.script(`set local lock_timeout = '${LOCK_WAIT}'; drop schema if exists site_move cascade`),
    ),
  )
}

async function retryOnLockTimeout<T>(operation: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await operation()
    } catch (error) {
      if (tries === TRIES || !isDatabaseError(error) || !BUSY.has(error.code)) throw error
      await pause(PAUSE_MS)
    }
  }
}
