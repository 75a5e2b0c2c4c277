import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { type OutputColumn, orderOf, outputColumns, outputList, windowOf } from './columns-sql.ts'
import type { Relation } from './field-sql.ts'
import type { Form } from './parse-accept.ts'
import type { Condition } from './parse-logic.ts'
import type { OrderTerm } from './parse-order.ts'
import type { Range } from './parse-range.ts'
import type { SelectItem } from './parse-select.ts'
import { EXPOSED_SCHEMA, type Table } from './schema.ts'
import { whereOf } from './where-sql.ts'

/** Rows as the database wrote them: JSON text, or cells for CSV. `total` counts past the window when that was asked for. */
export type Result = { body: string; count: number; total: number | null; updated: number }

/** The result of what needs no statement. */
export const NO_ROWS: Result = { body: '[]', count: 0, total: null, updated: 0 }

/** Which columns come back, in which form; null for none. */
export type Output = { select: readonly SelectItem[]; form: Form } | null

/** A reading of one table. Plain data: two equal queries of a caller's are the same reading. */
export type Reading = {
  select: readonly SelectItem[]
  conditions: readonly Condition[]
  order: readonly OrderTerm[]
  range: Range
  count: boolean
  form: Form
}

/** Reads rows under the caller's role. */
export function readRows(tx: Transaction<Tables>, table: Table, reading: Reading): Promise<Result> {
  const relation = relationOf(table)
  const from = sql`from ${sql.id(EXPOSED_SCHEMA, table.name)} ${whereOf(relation, reading.conditions)}`
  const source = sql`
    select ${columnsOf(relation, reading)} ${from}
    ${orderOf(relation, reading.order)} ${windowOf(reading.range)}`
  return fetchResult(tx, source, {
    relation,
    output: reading,
    total: reading.count ? sql`(select count(*) ${from})` : null,
  })
}

/** The table under the name it has in every statement. */
export function relationOf(table: Table): Relation {
  return { name: table.name, alias: table.name, columns: table.columns }
}

/** The list that a `select` or `returning` needs for an output. */
export function columnsOf(relation: Relation, output: Output): RawBuilder<unknown> {
  if (output === null) return sql`1`
  if (output.form.shape !== 'csv') return outputList(relation, output.select)
  const cells = outputColumns(relation, output.select).map(cell)
  return cells.length === 0 ? sql`` : sql.join(cells)
}

type Fetching = {
  relation: Relation
  output: Output
  total: RawBuilder<unknown> | null
  /** The rows hold one value each, not columns. */
  scalar?: boolean
  /** What the source is read from, when it is no table. */
  prelude?: RawBuilder<unknown>
  /** The rows of the source in another order. */
  rows?: RawBuilder<unknown>
}

/** Runs a statement that gives rows, and lets the database write them down: so they look exactly as PostgREST's do. */
export async function fetchResult(
  tx: Transaction<Tables>,
  source: RawBuilder<unknown>,
  fetching: Fetching,
): Promise<Result> {
  const { rows } = await sql<{ body: string | null; count: string; total: string | null; updated: string | null }>`
    with ${fetching.prelude ?? sql``} pgrst_source as (${source})
    select
      ${bodyOf(fetching)} as body,
      cast(count(*) as text) as count,
      cast(${fetching.total ?? sql`null`} as text) as total,
      nullif(current_setting('pgrst.updated', true), '') as updated
    from ${fetching.rows ?? sql`pgrst_source`} as pgrst_row`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('An aggregate always gives one row.')
  return {
    body: row.body ?? '[]',
    count: Number(row.count),
    total: row.total === null ? null : Number(row.total),
    updated: Number(row.updated ?? 0),
  }
}

function bodyOf({ relation, output, scalar }: Fetching): RawBuilder<unknown> {
  if (output === null) return sql`null`
  if (output.form.shape === 'csv') {
    const places = outputColumns(relation, output.select).map(
      (_, place) => sql`${sql.id('pgrst_row', placeName(place))}`,
    )
    return sql`cast(json_agg(json_build_array(${sql.join(places)})) as text)`
  }
  const rows = scalar ? sql`json_agg(${sql.id('pgrst_row', 'pgrst_scalar')})` : sql`json_agg(pgrst_row)`
  return sql`cast(${output.form.stripNulls ? sql`json_strip_nulls(${rows})` : rows} as text)`
}

/** A value as text, the way the database prints it. Nothing stays nothing: CSV can tell it from empty text. */
function cell({ expression }: OutputColumn, place: number): RawBuilder<unknown> {
  return sql`case when ${expression} is not null then format('%s', ${expression}) end as ${sql.id(placeName(place))}`
}

/** The name of a CSV cell within a statement. */
export function placeName(place: number): string {
  return `pgrst_${place}`
}
