import { type RawBuilder, sql } from 'kysely'
import { restErrors } from '../errors.ts'
import type { ColumnPath, JsonPathStep } from '../parse/column-path.ts'
import { findSchemaColumn, type SchemaColumn } from '../schema.ts'

/**
 * A table or function result that an SQL statement reads, with its alias in the statement. Column names in a request must be among its
 * `columns`.
 */
export type SqlRelation = { name: string; alias: string; columns: readonly SchemaColumn[] }

/** An SQL expression for a column or a path into its JSON, and its type. */
export type SqlField = { expression: RawBuilder<unknown>; type: string }

/** Returns the SQL expression for a column and its JSON path. Throws for an unknown column. */
export function resolveSqlField(relation: SqlRelation, path: ColumnPath): SqlField {
  const column = findSchemaColumn(relation.columns, path.column)
  if (column === null) {
    throw restErrors.unknownColumn({ message: `column ${relation.name}.${path.column} does not exist` })
  }
  const whole = sql`${sql.id(relation.alias, column.name)}`
  if (path.steps.length === 0) return { expression: whole, type: column.type }
  // As in PostgREST, a JSON path may be applied to a column of any type, which is converted with to_jsonb().
  const json = column.type === 'json' || column.type === 'jsonb' ? whole : sql`to_jsonb(${whole})`
  const last = path.steps.at(-1)
  return {
    expression: path.steps.reduce(step, json),
    type: last?.arrow === '->>' ? 'text' : column.type === 'json' ? 'json' : 'jsonb',
  }
}

/**
 * Returns the name under which a response contains the value of a JSON path: the last member name in the path, otherwise the column name.
 */
export function getColumnPathName(path: ColumnPath): string {
  const named = path.steps.findLast(({ key }) => !isIndex(key))
  return named?.key ?? path.column
}

/** Returns SQL that casts a value to a type. The value is a text parameter, which the database parses like a literal. */
export function castValueSql(value: string, type: string): RawBuilder<unknown> {
  return sql`cast(cast(${value} as text) as ${sql.raw(type)})`
}

function step(inner: RawBuilder<unknown>, { arrow, key }: JsonPathStep): RawBuilder<unknown> {
  const operator = sql.raw(arrow)
  if (isIndex(key)) return sql`(${inner} ${operator} ${sql.lit(Number(key))})`
  return sql`(${inner} ${operator} cast(${key} as text))`
}

function isIndex(key: string): boolean {
  return /^-?\d{1,9}$/.test(key)
}
