import type { Database, SqlScriptSession } from '@site/backend/database/port/database'
import * as v from 'valibot'

/**
 * The role of a database in a move of the site: `leaving` is the source of a running move, `left` the source of a finished one, `arriving`
 * the target.
 */
export type MoveRole = 'leaving' | 'left' | 'arriving'

/**
 * The state of a move, as recorded in both its databases. `lineage` is the lineage of the source (`readDatabaseLineage`); `other` is the
 * name of the database at the other end of the move, without a password.
 */
export type SiteMoveState = { side: MoveRole; lineage: string; other: string; at: string }

const shape = v.array(
  v.object({
    side: v.picklist(['leaving', 'left', 'arriving']),
    lineage: v.string(),
    other: v.string(),
    at: v.string(),
  }),
)

const CREATE = `
  create schema if not exists site_move;
  create table if not exists site_move.state (
    only_row boolean primary key default true check (only_row),
    side text not null,
    lineage text not null,
    other text not null,
    at timestamptz not null default now()
  )`

/** Reads the state of a move that is recorded in a database. Returns null when none is recorded. */
export function readMoveState(database: Database): Promise<SiteMoveState | null> {
  return database.scriptTransaction(async (session) => {
    const [there] = await session.query(`select to_regclass('site_move.state') is not null as is_there`)
    if (there?.['is_there'] !== true) return null
    const rows = await session.query(
      `select side, lineage, other, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from site_move.state`,
    )
    return v.parse(shape, rows)[0] ?? null
  })
}

/** Records the state of a move in one of its databases. Replaces the state of an earlier move. */
export async function writeMoveState(
  session: SqlScriptSession,
  { side, lineage, other }: Omit<SiteMoveState, 'at'>,
): Promise<void> {
  await session.script(CREATE)
  await session.query(
    `insert into site_move.state (side, lineage, other) values ($1, $2, $3)
     on conflict (only_row) do update set side = excluded.side, lineage = excluded.lineage, other = excluded.other, at = now()`,
    [side, lineage, other],
  )
}

const lineageShape = v.tuple([v.object({ lineage: v.string() })])

/**
 * Returns the lineage of a database: a keyed hash that is the same for a database and its copies, because it depends only on the secret
 * keys in the database.
 */
export async function readDatabaseLineage(database: Database): Promise<string> {
  const rows = await database.scriptTransaction((session) =>
    session.query(`select encode(private.keyed_hash('site_move'), 'hex') as lineage`),
  )
  return v.parse(lineageShape, rows)[0].lineage
}
