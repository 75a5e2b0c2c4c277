import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/port/tables.ts'
import type { QueryCondition } from '../parse/parse-logic.ts'
import type { OrderTerm } from '../parse/parse-order.ts'
import type { RequestRows } from '../parse/parse-rows.ts'
import { EXPOSED_SCHEMA, type ExposedTable, type SchemaColumn } from '../schema.ts'
import { resolveOutputColumns } from './columns-sql.ts'
import { resolveSqlField } from './field-sql.ts'
import {
  executeStatement,
  getCsvCellName,
  type RequestedOutput,
  requestedOutputSql,
  type StatementResult,
  toSqlRelation,
} from './rows-store.ts'
import { whereSql } from './where-sql.ts'

type Returning = { output: RequestedOutput; order: readonly OrderTerm[] }

/** The options of an insert: what happens on a conflict with existing rows, and whether missing values become null or the column's default. */
export type InsertOptions = Returning & {
  conflict: { columns: readonly string[]; resolution: 'merge' | 'ignore' } | null
  missing: 'null' | 'default'
}

/** Inserts rows with the privileges of the caller. The values are sent as one JSON parameter. */
export function insertRows(
  tx: Tx,
  table: ExposedTable,
  rows: RequestRows,
  insertion: InsertOptions,
): Promise<StatementResult> {
  const columns = table.columns.filter(({ name }) => rows.columns.includes(name))
  const change = sql`
    insert into ${sql.id(EXPOSED_SCHEMA, table.name)} ${valuesOf(columns, rows, insertion.missing)}
    ${conflictOf(columns, insertion.conflict)}`
  return runChange(tx, table, change, insertion)
}

/** Updates the rows that match the conditions. `values.json` is a JSON object whose members are the columns to set. */
export function updateRows(
  tx: Tx,
  table: ExposedTable,
  values: { columns: readonly SchemaColumn[]; json: string },
  conditions: readonly QueryCondition[],
  returning: Returning,
): Promise<StatementResult> {
  const set = values.columns.map(({ name }) => sql`${sql.id(name)} = ${sql.id('pgrst_body', name)}`)
  const change = sql`
    update ${sql.id(EXPOSED_SCHEMA, table.name)} set ${sql.join(set)}
    from jsonb_to_record(${jsonb(values.json)}) as pgrst_body(${typesOf(values.columns)})
    ${whereSql(toSqlRelation(table), conditions)}`
  return runChange(tx, table, change, returning)
}

/** Deletes the rows that match the conditions and returns the requested columns. */
export function deleteRows(
  tx: Tx,
  table: ExposedTable,
  conditions: readonly QueryCondition[],
  returning: Returning,
): Promise<StatementResult> {
  const change = sql`delete from ${sql.id(EXPOSED_SCHEMA, table.name)} ${whereSql(toSqlRelation(table), conditions)}`
  return runChange(tx, table, change, returning)
}

function valuesOf(
  columns: readonly SchemaColumn[],
  rows: RequestRows,
  missing: 'null' | 'default',
): RawBuilder<unknown> {
  if (columns.length === 0) return sql`default values`
  const names = sql.join(columns.map(({ name }) => sql.id(name)))
  const values = columns.map((column) => {
    const given = sql`${sql.id('pgrst_body', column.name)}`
    if (missing === 'null' || rows.isComplete || column.default === null) return given
    const isGiven = sql`jsonb_exists(pgrst_element, ${sql.lit(column.name)})`
    return sql`case when ${isGiven} then ${given} else ${sql.raw(column.default)} end`
  })
  return sql`(${names})
    select ${sql.join(values)}
    from jsonb_array_elements(${jsonb(rows.json)}) as pgrst_element,
      jsonb_to_record(pgrst_element) as pgrst_body(${typesOf(columns)})`
}

function conflictOf(columns: readonly SchemaColumn[], conflict: InsertOptions['conflict']): RawBuilder<unknown> {
  if (conflict === null || conflict.columns.length === 0) return sql``
  const target = sql`on conflict (${sql.join(conflict.columns.map((name) => sql.id(name)))})`
  if (conflict.resolution === 'ignore' || columns.length === 0) return sql`${target} do nothing`
  const set = columns.map(({ name }) => sql`${sql.id(name)} = ${sql.id('excluded', name)}`)
  // Counts, in a transaction-local setting, the rows that the upsert updates instead of inserting them. A `returning` clause would need the
  // privilege to read a column.
  return sql`${target} do update set ${sql.join(set)} where set_config('pgrst.updated',
    cast(coalesce(cast(nullif(current_setting('pgrst.updated', true), '') as int), 0) + 1 as text), true) is not null`
}

/**
 * Runs an insert, update or delete and returns the requested columns. For an ordered result, the columns to order by are added to the
 * `returning` clause.
 */
function runChange(
  tx: Tx,
  table: ExposedTable,
  change: RawBuilder<unknown>,
  { output, order }: Returning,
): Promise<StatementResult> {
  const relation = toSqlRelation(table)
  const list = requestedOutputSql(relation, output)
  if (output === null || order.length === 0) {
    return executeStatement(tx, sql`${change} returning ${list}`, { relation, output, total: null })
  }
  const keys = order.map(
    ({ path }, place) => sql`${resolveSqlField(relation, path).expression} as ${sql.id(keyName(place))}`,
  )
  const names = resolveOutputColumns(relation, output.select).map(({ name }, place) =>
    sql.id(output.form.shape === 'csv' ? getCsvCellName(place) : name),
  )
  const terms = order.map(({ direction, nulls }, place) => {
    return sql`${sql.id(keyName(place))} ${sql.raw(direction)}${sql.raw(nulls === null ? '' : ` nulls ${nulls}`)}`
  })
  const rows = sql`(select ${sql.join(names)} from pgrst_source order by ${sql.join(terms)})`
  const source = sql`${change} returning ${list}, ${sql.join(keys)}`
  return executeStatement(tx, source, { relation, output, total: null, rows })
}

function jsonb(json: string): RawBuilder<unknown> {
  return sql`cast(cast(${json} as text) as jsonb)`
}

function typesOf(columns: readonly SchemaColumn[]): RawBuilder<unknown> {
  return sql.join(columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`))
}

function keyName(place: number): string {
  return `pgrst_order_${place}`
}
