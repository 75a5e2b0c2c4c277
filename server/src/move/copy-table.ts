import type { Database, SqlScriptSession } from '@site/backend/database/port/database'
import { isDatabaseError } from '@site/backend/database/port/errors'
import * as v from 'valibot'
import {
  formatQualifiedTableName,
  type MovedColumn,
  type MovedTable,
  quoteSqlIdentifier,
  quoteSqlLiteral,
  type SourceAndTargetTable,
  selectRowAsTextSql,
} from './catalogue.ts'
import { withLosslessTextFormat } from './exact-session.ts'
import { areFingerprintsEqual, fingerprintTable, fingerprintWholeTable } from './fingerprint.ts'
import { ALLOW_MOVE_WRITES_SQL } from './freeze.ts'

/**
 * The maximum number of rows that one transaction copies. It is small because other queries wait while the embedded database reads a batch.
 */
const AT_ONCE = 500

/**
 * The SQLSTATEs of foreign key and unique violations. They occur when a row that the target already has conflicts with a copied row. The
 * target's table is then emptied and copied again.
 */
const COLLISION = new Set(['23503', '23505'])

/** What copying a table needs: the source and target database, a callback that receives the number of copied rows, and the abort signal. */
export type TableCopyContext = {
  source: Database
  target: Database
  advance(rows: number): void
  signal: AbortSignal
}

/**
 * Makes a table of the target database equal to that of the source. Rows that an earlier, interrupted move copied are compared batch by
 * batch and copied again only where they differ, so that the progress of a move need not be recorded.
 */
export async function copyTable(copying: TableCopyContext, pair: SourceAndTargetTable): Promise<void> {
  const { source, target, advance } = copying
  const [wanted, present] = [
    await fingerprintWholeTable(source, pair.from),
    await fingerprintWholeTable(target, pair.into),
  ]
  if (areFingerprintsEqual(wanted, present)) return advance(wanted.rows)
  try {
    await copyBatches(copying, pair, present.rows > 0)
  } catch (error) {
    if (present.rows === 0 || !isDatabaseError(error) || !COLLISION.has(error.code)) throw error
    // Emptying this table (CASCADE) also empties the tables that reference it. They come later in the order of the move, so their rows are
    // copied afterwards.
    await target.scriptTransaction((session) => session.script(deleteStatement(pair.into)))
    await copyBatches({ ...copying, advance: () => {} }, pair, false)
  }
}

/**
 * Returns the statement that empties a table of the target. TRUNCATE needs a privilege on every referencing table, which a move lacks for
 * the tables of Supabase services, so the rows of those tables are deleted with DELETE.
 */
function deleteStatement(table: MovedTable): string {
  const name = formatQualifiedTableName(table)
  return table.isForeign === true ? `delete from ${name}` : `${ALLOW_MOVE_WRITES_SQL}; truncate ${name} cascade`
}

type Batch = { rows: readonly string[]; last: readonly string[] | null }

async function copyBatches(
  { source, target, advance, signal }: TableCopyContext,
  { from, into }: SourceAndTargetTable,
  mayDiffer: boolean,
) {
  let after: readonly string[] | null = null
  for (;;) {
    signal.throwIfAborted()
    const batch: Batch = await readBatch(source, from, after)
    const range = rangeOf(into, after, batch.last)
    const isThere =
      mayDiffer &&
      areFingerprintsEqual(
        await withLosslessTextFormat(source, (session) =>
          fingerprintTable(session, from, range.condition, range.values),
        ),
        await withLosslessTextFormat(target, (session) =>
          fingerprintTable(session, into, range.condition, range.values),
        ),
      )
    if (!isThere)
      await withLosslessTextFormat(target, (session) => writeBatch(session, into, batch.rows, mayDiffer ? range : null))
    advance(batch.rows.length)
    // The key range of the last batch has no upper bound, so that rows that only the target has are deleted.
    if (batch.last === null) return
    after = batch.last
  }
}

const read = v.array(v.object({ row: v.string() }))
const texts = v.array(v.nullable(v.string()))

async function readBatch(source: Database, table: MovedTable, after: readonly string[] | null): Promise<Batch> {
  const { condition, values } = rangeOf(table, after, null)
  const found = await withLosslessTextFormat(source, (session) =>
    session.query(
      `select to_jsonb(${selectRowAsTextSql(table, 't')})::text as row from ${formatQualifiedTableName(table)} t
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

/**
 * Returns the SQL condition for the rows whose primary key is greater than `after` and at most `upTo`. Null means that there is no such
 * bound.
 */
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

/** Compares text keys byte by byte, because the two databases may have different collations. */
const BYTEWISE = ' collate "C"'

function keyOf(table: MovedTable, alias: string): string {
  return keyColumns(table)
    .map(({ name, hasCollation }) => `${alias}.${quoteSqlIdentifier(name)}${hasCollation ? BYTEWISE : ''}`)
    .join(', ')
}

function keyColumns({ key, columns }: MovedTable): MovedColumn[] {
  return columns.filter(({ name }) => key.includes(name)).sort((a, b) => key.indexOf(a.name) - key.indexOf(b.name))
}

/**
 * Inserts a batch of rows into a table of the target without firing the triggers of this site. With a range, also deletes the other rows of
 * the target in that range of keys.
 */
async function writeBatch(
  session: SqlScriptSession,
  table: MovedTable,
  rows: readonly string[],
  range: Range | null,
): Promise<void> {
  const name = formatQualifiedTableName(table)
  if (table.isForeign !== true) await session.script(`alter table ${name} disable trigger user`)
  if (range !== null) await removeOthers(session, table, rows, range)
  if (rows.length > 0) {
    const { columns, key } = table
    const constants = Object.entries(table.constants ?? {})
    const names = [...columns.map((column) => column.name), ...constants.map(([column]) => column)].map(
      quoteSqlIdentifier,
    )
    const values = [
      ...columns.map(({ type }, place) => `(r.row ->> ${place})::${type}`),
      ...constants.map(([, text]) => quoteSqlLiteral(text)),
    ]
    const changed = columns
      .filter((column) => !key.includes(column.name))
      .map((column) => quoteSqlIdentifier(column.name))
    const update = changed.map((column) => `${column} = excluded.${column}`).join(', ')
    await session.query(
      `insert into ${name} (${names.join(', ')}) overriding system value
       select ${values.join(', ')}
       from jsonb_array_elements($1::text::jsonb) as r (row)
       on conflict (${key.map(quoteSqlIdentifier).join(', ')}) do ${update === '' ? 'nothing' : `update set ${update}`}`,
      [`[${rows.join(',')}]`],
    )
  }
  if (table.isForeign !== true) await session.script(`alter table ${name} enable trigger user`)
}

async function removeOthers(
  session: SqlScriptSession,
  table: MovedTable,
  rows: readonly string[],
  { condition, values }: Range,
): Promise<void> {
  const place = (name: string) => table.columns.findIndex((column) => column.name === name)
  const same = keyColumns(table).map(
    ({ name, type }) => `t.${quoteSqlIdentifier(name)} = (r.row ->> ${place(name)})::${type}`,
  )
  await session.query(
    `delete from ${formatQualifiedTableName(table)} t where ${condition} and not exists (
       select from jsonb_array_elements($${values.length + 1}::text::jsonb) as r (row) where ${same.join(' and ')}
     )`,
    [...values, `[${rows.join(',')}]`],
  )
}
