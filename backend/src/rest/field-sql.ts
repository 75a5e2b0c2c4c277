import { type RawBuilder, sql } from 'kysely'
import type { ColumnPath, JsonStep } from './column-path.ts'
import { restErrors } from './errors.ts'
import { type Column, findColumn } from './schema.ts'

/** Where names are looked up: a table, or the result of a function, under the name it has in the statement. */
export type Relation = { name: string; alias: string; columns: readonly Column[] }

/** An expression and the type of its values. */
export type Field = { expression: RawBuilder<unknown>; type: string }

/** The expression for a column and its JSON steps. Refuses a column that is not there, and steps into one that is no JSON. */
export function fieldOf(relation: Relation, path: ColumnPath): Field {
  const column = findColumn(relation.columns, path.column)
  if (column === null) {
    throw restErrors.unknownColumn({ message: `column ${relation.name}.${path.column} does not exist` })
  }
  const whole = sql`${sql.id(relation.alias, column.name)}`
  if (path.steps.length === 0) return { expression: whole, type: column.type }
  // Like PostgREST: once it is JSON, a value of whatever type has an inside.
  const json = column.type === 'json' || column.type === 'jsonb' ? whole : sql`to_jsonb(${whole})`
  const last = path.steps.at(-1)
  return {
    expression: path.steps.reduce(step, json),
    type: last?.arrow === '->>' ? 'text' : column.type === 'json' ? 'json' : 'jsonb',
  }
}

/** The name a path has in the answer: the last member's name, else the column's. */
export function nameOf(path: ColumnPath): string {
  const named = path.steps.findLast(({ key }) => !isIndex(key))
  return named?.key ?? path.column
}

/** A value as the type of a field. The value is a parameter, and the database reads it as it reads any literal. */
export function valueAs(value: string, type: string): RawBuilder<unknown> {
  return sql`cast(cast(${value} as text) as ${sql.raw(type)})`
}

function step(inner: RawBuilder<unknown>, { arrow, key }: JsonStep): RawBuilder<unknown> {
  const operator = sql.raw(arrow)
  if (isIndex(key)) return sql`(${inner} ${operator} ${sql.lit(Number(key))})`
  return sql`(${inner} ${operator} cast(${key} as text))`
}

function isIndex(key: string): boolean {
  return /^-?\d{1,9}$/.test(key)
}
