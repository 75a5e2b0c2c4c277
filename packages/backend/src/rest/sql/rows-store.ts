import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/port/tables.ts'
import type { ResponseFormat } from '../parse/parse-accept.ts'
import type { QueryCondition } from '../parse/parse-logic.ts'
import type { OrderTerm } from '../parse/parse-order.ts'
import type { RowRange } from '../parse/parse-range.ts'
import type { SelectItem } from '../parse/parse-select.ts'
import { EXPOSED_SCHEMA, type ExposedTable } from '../schema.ts'
import { columnListSql, limitOffsetSql, type OutputColumn, orderBySql, resolveOutputColumns } from './columns-sql.ts'
import type { SqlRelation } from './field-sql.ts'
import { whereSql } from './where-sql.ts'

/**
 * The result of a statement. `body` contains the rows as the database formatted them: JSON text, or cells for CSV. `total`, if requested,
 * is the number of all matching rows, regardless of the requested range.
 */
export type StatementResult = { body: string; count: number; total: number | null; updated: number }

/** The result of a request that needs no statement, such as an insert of no rows. */
export const EMPTY_STATEMENT_RESULT: StatementResult = { body: '[]', count: 0, total: null, updated: 0 }

/** The columns to return and their format; null when no rows are returned. */
export type RequestedOutput = { select: readonly SelectItem[]; form: ResponseFormat } | null

/** A query on one table. */
export type RowReadQuery = {
  select: readonly SelectItem[]
  conditions: readonly QueryCondition[]
  order: readonly OrderTerm[]
  range: RowRange
  count: boolean
  form: ResponseFormat
}

/** Selects rows of a table with the caller's role. */
export function selectRows(tx: Tx, table: ExposedTable, query: RowReadQuery): Promise<StatementResult> {
  const relation = toSqlRelation(table)
  const from = sql`from ${sql.id(EXPOSED_SCHEMA, table.name)} ${whereSql(relation, query.conditions)}`
  const source = sql`
    select ${requestedOutputSql(relation, query)} ${from}
    ${orderBySql(relation, query.order)} ${limitOffsetSql(query.range)}`
  return executeStatement(tx, source, {
    relation,
    output: query,
    total: query.count ? sql`(select count(*) ${from})` : null,
  })
}

/** Returns a table as a relation of an SQL statement. Its alias is the table's name. */
export function toSqlRelation(table: ExposedTable): SqlRelation {
  return { name: table.name, alias: table.name, columns: table.columns }
}

/** Returns the column list for `select` or `returning` that yields the requested output. */
export function requestedOutputSql(relation: SqlRelation, output: RequestedOutput): RawBuilder<unknown> {
  if (output === null) return sql`1`
  if (output.form.shape !== 'csv') return columnListSql(relation, output.select)
  const cells = resolveOutputColumns(relation, output.select).map(cell)
  return cells.length === 0 ? sql`` : sql.join(cells)
}

type Fetching = {
  relation: SqlRelation
  output: RequestedOutput
  total: RawBuilder<unknown> | null
  /** Whether each row is one unnamed value, such as the result of a function that returns `integer`, instead of named columns. */
  scalar?: boolean
  /** SQL of a common table expression that the source query reads from, placed before it in the `with` clause. */
  prelude?: RawBuilder<unknown>
  /** SQL that reads the rows of the source query in another order. */
  rows?: RawBuilder<unknown>
}

/** Runs a statement and lets the database format its rows as JSON, so that the text is identical to PostgREST's. */
export async function executeStatement(
  tx: Tx,
  source: RawBuilder<unknown>,
  fetching: Fetching,
): Promise<StatementResult> {
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
    const places = resolveOutputColumns(relation, output.select).map(
      (_, place) => sql`${sql.id('pgrst_row', getCsvCellName(place))}`,
    )
    return sql`cast(json_agg(json_build_array(${sql.join(places)})) as text)`
  }
  const rows = scalar ? sql`json_agg(${sql.id('pgrst_row', 'pgrst_scalar')})` : sql`json_agg(pgrst_row)`
  return sql`cast(${output.form.stripNulls ? sql`json_strip_nulls(${rows})` : rows} as text)`
}

/** Returns SQL for a CSV cell: the value as PostgreSQL prints it. Null stays null, so that CSV can distinguish it from an empty string. */
function cell({ expression }: OutputColumn, place: number): RawBuilder<unknown> {
  return sql`case when ${expression} is not null then format('%s', ${expression}) end as ${sql.id(getCsvCellName(place))}`
}

/** Returns the alias of a CSV cell in the SQL statement, by the cell's position in the row. */
export function getCsvCellName(place: number): string {
  return `pgrst_${place}`
}
