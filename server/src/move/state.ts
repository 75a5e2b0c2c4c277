import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '@site/backend/config'
import type { SqlScriptSession } from '@site/backend/database/port/database'
import { writeWholeFile } from '@site/backend/write-whole-file'
import { hasTable } from './catalogue.ts'
import { MoveRefusedError } from './refused.ts'

/*
 * Each move has a random id. It is in the table site_move.state of the source from the moment that the source rejects writes, in that of the
 * target from the commit of the copied rows, and in the file DATA_DIR/moved when the move is finished. Writing this file is the commit
 * point: before it a server starts on the source only, afterwards on the target only.
 */

/** The state of a move as recorded in one of its databases. `other` is the name of the other database, without a password. */
export type MoveState = { id: string; side: 'leaving' | 'left' | 'arriving'; other: string; at: string }

/** The configuration that says which database a server uses, and where. */
export type MoveConfig = Pick<ServerConfig, 'databaseUrl' | 'dataDir'>

/** The file in DATA_DIR with the id of the last finished move. */
export const FINISHED_MOVE_FILE = 'moved'
// The key of the advisory lock of a running move: an arbitrary number that is equal in all processes of this program.
const LOCK = 7_206_514_293_019

/** Reads the state of a move that is recorded in a database, or null. */
export async function readMoveState(session: SqlScriptSession): Promise<MoveState | null> {
  if (!(await hasTable(session, 'site_move.state'))) return null
  const [state] = await session.query<MoveState>(
    `select id, side, other, to_char(at, 'YYYY-MM-DD') as at from site_move.state`,
  )
  return state ?? null
}

/** Records the state of a move in a database. Replaces that of an earlier move. */
export async function writeMoveState(session: SqlScriptSession, state: Omit<MoveState, 'at'>): Promise<void> {
  await session.script(`
    create schema if not exists site_move;
    create table if not exists site_move.state (id text, side text, other text, at timestamptz default now());
    delete from site_move.state`)
  const { id, side, other } = state
  await session.query('insert into site_move.state (id, side, other) values ($1, $2, $3)', [id, side, other])
}

/** Records in DATA_DIR, flushed to disk, that a move is finished. */
export async function recordFinishedMove(dataDir: string, id: string): Promise<void> {
  await writeWholeFile(join(dataDir, FINISHED_MOVE_FILE), `${id}\n`)
}

/**
 * Returns whether a database with this state is the source of a finished move. An operator goes back to the rows of the own PostgreSQL by
 * removing the file.
 */
export function hasMovedAway(state: MoveState, { databaseUrl, dataDir }: MoveConfig): boolean {
  if (state.side === 'left') return databaseUrl !== null || existsSync(join(dataDir, FINISHED_MOVE_FILE))
  return state.side === 'leaving' && isFinished(state, dataDir)
}

/** Returns whether the move that left a state in a database is finished. */
export function isFinished({ id }: Pick<MoveState, 'id'>, dataDir: string): boolean {
  const file = join(dataDir, FINISHED_MOVE_FILE)
  return existsSync(file) && readFileSync(file, 'utf8').trim() === id
}

/**
 * Takes the lock of a move, so that no other process moves the same database, and keeps it until the end of the transaction. Throws
 * MoveRefusedError when another process has it. A killed process loses it: the keep-alive probes are for a machine that was switched off.
 */
export async function takeMoveLock(session: SqlScriptSession, id: string): Promise<void> {
  await session.script(
    'set local idle_in_transaction_session_timeout = 0; set local tcp_keepalives_idle = 10; set local tcp_keepalives_interval = 5',
  )
  // The second lock is free in every other database than that of the source, which has it.
  const [locks] = await session.query(
    `select pg_try_advisory_xact_lock(hashtextextended($1::text, 0)) as other, pg_try_advisory_xact_lock(${LOCK}) as free`,
    [id],
  )
  if (locks?.['other'] !== true) throw new MoveRefusedError('The target is the database that the site runs on now.')
  if (locks['free'] !== true) throw new MoveRefusedError('Another process is moving this database.')
}
