import { setTimeout as pause } from 'node:timers/promises'
import type { Database, SqlScriptSession } from '@site/backend/database/port/database'
import { DATABASE_MOVING_CODE, isDatabaseError } from '@site/backend/database/port/errors'
import { MoveRefusedError } from './refused.ts'
import { type MoveState, readMoveState, writeMoveState } from './state.ts'

/** The SQLSTATEs of a lock timeout and a deadlock. */
const BUSY = new Set(['55P03', '40P01'])
/** For how long making a database reject or accept writes is retried, in milliseconds. */
const PATIENCE_MS = 120_000
const PAUSE_MS = 500
const DELIVERIES_RUNNING =
  'Mails or webhook events are being sent all the time. Pause mail first: npm run admin -- mail pause --reason "a move"'

/**
 * Rows of mails and webhook events are marked only after the delivery: if a row was copied during its delivery, the target would send it
 * again.
 */
const IS_DELIVERING = `
  select exists (select from public.mail_outbox where sent_at is null and gave_up_at is null and leased_until > now())
    or exists (select from public.webhook_outbox where delivered_at is null and gave_up_at is null and leased_until > now())
  as running`

/**
 * Makes the source of a move reject every write, of any process or program: until the schema `site_move` is dropped, a trigger on each table
 * raises the error that becomes `DatabaseMoving`. Reads are not affected. Waits for open transactions and deliveries. Throws MoveRefusedError
 * when deliveries do not end.
 */
export async function freezeDatabase(
  database: Database,
  state: Omit<MoveState, 'at' | 'side'>,
  tables: readonly { name: string }[],
): Promise<void> {
  const triggers = tables.map(
    ({ name }) => `
      create or replace trigger site_move before insert or update or delete or truncate on ${name}
        for each statement execute function site_move.refuse();`,
  )
  await retryWhileBusy(database, async (session) => {
    await session.script('lock table public.mail_outbox, public.webhook_outbox in share row exclusive mode')
    const [deliveries] = await session.query(IS_DELIVERING)
    if (deliveries?.['running'] !== false) throw new MoveRefusedError(DELIVERIES_RUNNING)
    await writeMoveState(session, { ...state, side: 'leaving' })
    await session.script(`
      create or replace function site_move.refuse() returns trigger language plpgsql set search_path = '' as $$
      begin
        raise exception using errcode = '${DATABASE_MOVING_CODE}', message = 'This database is being moved, or was moved, and takes no changes.';
      end
      $$;${triggers.join('')}`)
  })
}

/** Makes a database accept writes again and deletes the state that is recorded in it, if it is that of the move with this id. */
export function unfreezeDatabase(database: Database, id: string): Promise<void> {
  return retryWhileBusy(database, async (session) => {
    if ((await readMoveState(session))?.id === id) await session.script('drop schema site_move cascade')
  })
}

async function retryWhileBusy(database: Database, run: (session: SqlScriptSession) => Promise<void>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await database.scriptTransaction(async (session) => {
        await session.script(`set local lock_timeout = '5s'`)
        await run(session)
      })
    } catch (error) {
      const isTemporary = error instanceof MoveRefusedError || (isDatabaseError(error) && BUSY.has(error.code))
      if (!isTemporary || performance.now() > deadline) throw error
    }
    await pause(PAUSE_MS)
  }
}
