import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { isDatabaseError, MOVING } from '../database/errors.ts'
import { type MovedTable, qualified, readCatalogue } from './catalogue.ts'
import { MoveRefused } from './refused.ts'
import { type MoveState, writeState } from './state.ts'

/** A lock was not had within its time, or two transactions waited for each other. */
const BUSY = new Set(['55P03', '40P01'])
const TRIES = 10
const LOCK_WAIT = '5s'
const PAUSE_MS = 500

/** A mail that is being sent is noted as sent only afterwards: moved before, it would be sent by the other side again. */
const MAIL_WAIT_MS = 120_000

/**
 * Makes the database refuse every change, whichever process or program asks for it: a trigger on each table raises `DatabaseMoving`
 * until the schema `site_move` is dropped. Reads go on. Waits for changes under way, and for mails that are being sent.
 */
export async function freeze(database: Database, state: Omit<MoveState, 'at' | 'side'>): Promise<void> {
  const { tables } = await readCatalogue(database)
  const deadline = performance.now() + MAIL_WAIT_MS
  for (;;) {
    const isFrozen = await retryOnLockTimeout(() =>
      database.scriptTransaction(async (session) => {
        await session.script(
          `set local lock_timeout = '${LOCK_WAIT}'; lock table public.mail_outbox in share row exclusive mode`,
        )
        const [sending] = await session.query(`
          select count(*)::int4 as mails from public.mail_outbox
          where sent_at is null and gave_up_at is null and leased_until > now()`)
        if (sending?.['mails'] !== 0) return false
        await writeState(session, { ...state, side: 'leaving' })
        await session.script(refusing(tables, ''))
        return true
      }),
    )
    if (isFrozen) return
    if (performance.now() > deadline) {
      throw new MoveRefused(
        'Mails are being sent all the time. Pause them first: npm run admin -- mail pause --reason "a move"',
      )
    }
    await pause(PAUSE_MS)
  }
}

/** What a transaction of the move sets before it empties tables that refuse changes. */
export const COPYING = `set local site_move.copies = 'on'`

/**
 * Makes tables of a target refuse every change but those of the move, as a project has programs of its own that would send the mails that
 * have arrived, or forget rows. Such a table's triggers are off while the move writes.
 */
export async function guardTarget(
  database: Database,
  tables: readonly MovedTable[],
  state: Omit<MoveState, 'at' | 'side'>,
): Promise<void> {
  await retryOnLockTimeout(() =>
    database.scriptTransaction(async (session) => {
      await session.script(`set local lock_timeout = '${LOCK_WAIT}'`)
      await writeState(session, { ...state, side: 'arriving' })
      await session.script(
        refusing(
          tables,
          `if tg_op = 'TRUNCATE' and current_setting('site_move.copies', true) = 'on' then return null; end if;`,
        ),
      )
    }),
  )
}

function refusing(tables: readonly MovedTable[], exception: string): string {
  const triggers = tables.map(
    (table) => `
      create or replace trigger site_move before insert or update or delete or truncate on ${qualified(table)}
      for each statement execute function site_move.refuse();`,
  )
  return `
    create or replace function site_move.refuse() returns trigger
    language plpgsql
    set search_path = ''
    as $$
    begin
      ${exception}
      raise exception using errcode = '${MOVING}', message = 'This database is being moved, or was moved, and takes no changes.';
    end
    $$;
    ${triggers.join('')}`
}

/** Lets the database take changes again, and forgets the move. */
export async function thaw(database: Database): Promise<void> {
  await retryOnLockTimeout(() =>
    database.scriptTransaction((session) =>
      session.script(`set local lock_timeout = '${LOCK_WAIT}'; drop schema if exists site_move cascade`),
    ),
  )
}

async function retryOnLockTimeout<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isDatabaseError(error) || !BUSY.has(error.code)) throw error
      await pause(PAUSE_MS)
    }
  }
}
