import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type { SqlScriptSession } from '@site/backend/database/port/database'
import { convertDriverError } from '@site/backend/database/port/errors'
import type { MovedTable } from './catalogue.ts'
import type { MoveProgress } from './progress.ts'
import { MoveRefusedError } from './refused.ts'

/** A transaction of the source and one of the target. */
export type CopySessions = { from: SqlScriptSession; into: SqlScriptSession }

/**
 * Replaces the rows of the target's tables by those of the source, without firing the site's triggers, and returns the number of rows of
 * each table. Throws MoveRefusedError when the target's tables cannot be used (`findTriggeredTables`), and unless count and checksum of every
 * table are equal afterwards.
 */
export async function copyTables(
  { from, into }: CopySessions,
  tables: readonly MovedTable[],
  { step, advance, signal }: MoveProgress,
): Promise<{ name: string; rows: number }[]> {
  const triggered = await findTriggeredTables(into, tables)
  const switchTriggers = (how: string) =>
    into.script(triggered.map((name) => `alter table ${name} ${how} trigger user;`).join(''))
  const fingerprintAll = async (what: string, read: (table: MovedTable) => Promise<Fingerprint[]>) => {
    step(what, tables.length)
    const prints: Fingerprint[] = []
    for (const table of tables) {
      prints.push(...(await read(table)))
      signal.throwIfAborted()
      advance(1)
    }
    return prints
  }
  await switchTriggers('disable')
  for (const { name } of tables.toReversed()) await into.script(`delete from ${name}`)
  const wanted = await fingerprintAll('Reading the tables', ({ name, columns, values = columns }) =>
    fingerprint(from, name, values),
  )
  const total = wanted.reduce((sum, { rows }) => sum + rows, 0)
  step('Copying the rows', total)
  for (const table of tables) await copyRows({ from, into }, table, advance, signal)
  await switchTriggers('enable')
  const copied = await fingerprintAll('Comparing every table', ({ name, columns }) => fingerprint(into, name, columns))
  const changed = wanted.find((print, index) => !isDeepStrictEqual(print, copied[index]))
  if (changed)
    throw new MoveRefusedError(`The rows of ${changed.name} are not the same on both sides. Run the move again.`)
  return wanted.map(({ name, rows }) => ({ name, rows }))
}

async function copyRows(
  { from, into }: CopySessions,
  { name, columns, values = columns }: MovedTable,
  advance: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const rows = from.copyOut(`copy (select ${values.join(', ')} from ${name}) to stdout`)
  const table = into.copyIn(`copy ${name} (${columns.join(', ')}) from stdin`)
  // In COPY's text format each row is one line, and a newline in a value is escaped.
  const countRows = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      advance(chunk.toString('latin1').split('\n').length - 1)
      yield chunk
    }
  }
  await pipeline(rows, countRows, table, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw convertDriverError(error)
  })
}

type Fingerprint = { name: string; rows: number; sum: string }

/** Returns the number of rows of a table and the sum of their hashes, which does not depend on their order. */
function fingerprint(session: SqlScriptSession, name: string, values: readonly string[]): Promise<Fingerprint[]> {
  return session.query(
    `select $1 as name, count(*)::float8 as rows,
       coalesce(sum(('x' || md5(row(${values.join(', ')})::text))::bit(64)::bigint::numeric), 0)::text as sum
     from ${name}`,
    [name],
  )
}

/** Sets the sequences of the target to their values in the source. A rollback does not undo it. */
export async function copySequences({ from, into }: CopySessions, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [row] = await from.query(`select last_value::text as last, is_called as called from ${name}`)
    await into.query('select setval($1::text::regclass, $2::text::bigint, $3::boolean)', [
      name,
      row?.['last'],
      row?.['called'],
    ])
  }
}

/** Of each table, whether the target has it, the triggers that are enabled there, and whether the role may disable them. */
const LOOK_UP = `
  select name, c.oid is not null as "isThere", coalesce(pg_has_role(c.relowner, 'usage'), false) as "isOwned",
    (
      select string_agg(quote_ident(t.tgname), ', ' order by t.tgname) from pg_catalog.pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D'
    ) as triggers
  from unnest($1::text[]) name left join pg_catalog.pg_class c on c.oid = to_regclass(name)`

type TargetTable = { name: string; isThere: boolean; isOwned: boolean; triggers: string | null }

/**
 * Returns the names of the tables whose triggers must be disabled in the target while rows are copied. Throws MoveRefusedError when the
 * target lacks a table, or when a trigger is on a table that the role does not own. In a Supabase project these are the accounts.
 */
export async function findTriggeredTables(into: SqlScriptSession, tables: readonly MovedTable[]): Promise<string[]> {
  const found = await into.query<TargetTable>(LOOK_UP, [tables.map(({ name }) => name)])
  const missing = found.find(({ isThere }) => !isThere)
  if (missing) throw new MoveRefusedError(`The target has no table ${missing.name}. Create it there, or drop it here.`)
  const triggered = found.filter(({ triggers }) => triggers !== null)
  const kept = triggered.filter(({ isOwned }) => !isOwned).map(({ name, triggers }) => `${triggers} on ${name}`)
  if (kept.length > 0) {
    throw new MoveRefusedError(
      `The target has triggers that would run for every account (${kept.join(', ')}): drop them for the time of the move.`,
    )
  }
  return triggered.map(({ name }) => name)
}
