import * as v from 'valibot'
import type { Database, ScriptSession } from '../database/database.ts'
import { isDatabaseError } from '../database/errors.ts'
import { type Column, literal, type MovedTable, qualified, quoted, rowAsTexts, type TablePair } from './catalogue.ts'
import { exactly } from './exact-session.ts'
import { fingerprintOf, isSame, wholeFingerprint } from './fingerprint.ts'
import { COPYING } from './freeze.ts'

/** Rows of one transaction: others wait for the embedded engine while it reads them. */
const AT_ONCE = 500

/** A row still holds a value that another one is to have (unique, foreign key): the table is copied anew. */
const COLLISION = new Set(['23503', '23505'])

/** The two ends of a move, and what is told of every batch. */
export type Copying = {
  source: Database
  target: Database
  advance(rows: number): void
  signal: AbortSignal
}

/**
 * Makes a table of the target hold the source's rows and no others. What an earlier, unfinished move copied is compared batch by
 * batch and copied again only where it differs, so no note of what was done has to be kept, nor trusted.
 */
export async function copyTable(copying: Copying, pair: TablePair): Promise<void> {
  const { source, target, advance } = copying
  const [wanted, present] = [await wholeFingerprint(source, pair.from), await wholeFingerprint(target, pair.into)]
  if (isSame(wanted, present)) return advance(wanted.rows)
  try {
    await copyBatches(copying, pair, present.rows > 0)
  } catch (error) {
    if (present.rows === 0 || !isDatabaseError(error) || !COLLISION.has(error.code)) throw error
    // Tables that refer to this one come later and are filled again.
    await target.scriptTransaction((session) => session.script(emptying(pair.into)))
    await copyBatches({ ...copying, advance: () => {} }, pair, false)
  }
}

/** TRUNCATE asks for a right on every table that refers to this one, and those of a service that is not ours may be many. */
function emptying(table: MovedTable): string {
  const name = qualified(table)
  return table.isForeign === true ? `delete from ${name}` : `${COPYING}; truncate ${name} cascade`
}

type Batch = { rows: readonly string[]; last: readonly string[] | null }

async function copyBatches(
  { source, target, advance, signal }: Copying,
  { from, into }: TablePair,
  mayDiffer: boolean,
) {
  let after: readonly string[] | null = null
  for (;;) {
    signal.throwIfAborted()
    const batch: Batch = await readBatch(source, from, after)
    const range = rangeOf(into, after, batch.last)
    const isThere =
      mayDiffer &&
      isSame(
        await exactly(source, (session) => fingerprintOf(session, from, range.condition, range.values)),
        await exactly(target, (session) => fingerprintOf(session, into, range.condition, range.values)),
      )
    if (!isThere) await exactly(target, (session) => writeBatch(session, into, batch.rows, mayDiffer ? range : null))
    advance(batch.rows.length)
    // The last range is open, so that whatever the target has beyond the last row goes.
    if (batch.last === null) return
    after = batch.last
  }
}

const read = v.array(v.object({ row: v.string() }))
const texts = v.array(v.nullable(v.string()))

async function readBatch(source: Database, table: MovedTable, after: readonly string[] | null): Promise<Batch> {
  const { condition, values } = rangeOf(table, after, null)
  const found = await exactly(source, (session) =>
    session.query(
      `select to_jsonb(${rowAsTexts(table, 't')})::text as row from ${qualified(table)} t
       where ${condition} order by ${keyOf(table, 't')} limit ${AT_ONCE}`,
      values,
    ),
  )
  const rows = v.parse(read, found).map(({ row }) => row)
  const last = rows.length < AT_ONCE ? undefined : rows.at(-1)
  return { rows, last: last === undefined ? null : keyIn(table, last) }
}

function keyIn({ columns, key }: MovedTable, row: string): string[] {
  const values = v.parse(texts, JSON.parse(row))
  return key.map((name) => values[columns.findIndex((column) => column.name === name)] ?? '')
}

type Range = { condition: string; values: readonly string[] }

/** The rows after a key and up to another one, both included where they are null. */
function rangeOf(table: MovedTable, after: readonly string[] | null, upTo: readonly string[] | null): Range {
  const bound = (operator: string, from: number) => {
    const given = keyColumns(table).map(({ type, hasCollation }, place) => {
      return `$${from + place}::text::${type}${hasCollation ? BYTEWISE : ''}`
    })
    return `(${keyOf(table, 't')}) ${operator} (${given.join(', ')})`
  }
  const conditions = [
    ...(after === null ? [] : [bound('>', 1)]),
    ...(upTo === null ? [] : [bound('<=', 1 + (after?.length ?? 0))]),
  ]
  return { condition: conditions.join(' and ') || 'true', values: [...(after ?? []), ...(upTo ?? [])] }
}

/** Two databases may sort texts by different languages. */
const BYTEWISE = ' collate "C"'

function keyOf(table: MovedTable, alias: string): string {
  return keyColumns(table)
    .map(({ name, hasCollation }) => `${alias}.${quoted(name)}${hasCollation ? BYTEWISE : ''}`)
    .join(', ')
}

function keyColumns({ key, columns }: MovedTable): Column[] {
  return columns.filter(({ name }) => key.includes(name)).sort((a, b) => key.indexOf(a.name) - key.indexOf(b.name))
}

/** Stores rows as they are, past our triggers; with a range, in place of all that the target has in it. */
async function writeBatch(
  session: ScriptSession,
  table: MovedTable,
  rows: readonly string[],
  range: Range | null,
): Promise<void> {
  const name = qualified(table)
  if (table.isForeign !== true) await session.script(`alter table ${name} disable trigger user`)
  if (range !== null) await removeOthers(session, table, rows, range)
  if (rows.length > 0) {
    const { columns, key } = table
    const constants = Object.entries(table.constants ?? {})
    const names = [...columns.map((column) => column.name), ...constants.map(([column]) => column)].map(quoted)
    const values = [
      ...columns.map(({ type }, place) => `(r.row ->> ${place})::${type}`),
      ...constants.map(([, text]) => literal(text)),
    ]
    const changed = columns.filter((column) => !key.includes(column.name)).map((column) => quoted(column.name))
    const update = changed.map((column) => `${column} = excluded.${column}`).join(', ')
    await session.query(
      `insert into ${name} (${names.join(', ')}) overriding system value
       select ${values.join(', ')}
       from jsonb_array_elements($1::text::jsonb) as r (row)
       on conflict (${key.map(quoted).join(', ')}) do ${update === '' ? 'nothing' : `update set ${update}`}`,
      [`[${rows.join(',')}]`],
    )
  }
  if (table.isForeign !== true) await session.script(`alter table ${name} enable trigger user`)
}

async function removeOthers(
  session: ScriptSession,
  table: MovedTable,
  rows: readonly string[],
  { condition, values }: Range,
): Promise<void> {
  const place = (name: string) => table.columns.findIndex((column) => column.name === name)
  const same = keyColumns(table).map(({ name, type }) => `t.${quoted(name)} = (r.row ->> ${place(name)})::${type}`)
  await session.query(
    `delete from ${qualified(table)} t where ${condition} and not exists (
       select from jsonb_array_elements($${values.length + 1}::text::jsonb) as r (row) where ${same.join(' and ')}
     )`,
    [...values, `[${rows.join(',')}]`],
  )
}
