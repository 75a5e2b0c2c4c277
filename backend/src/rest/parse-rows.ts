import { restErrors } from './errors.ts'
import type { Query } from './parse-query.ts'

/** The rows of a body: which columns they fill, and the JSON text the database reads them from. */
export type Rows = {
  columns: string[]
  /** An array of objects, exactly as it came: a number is never rounded on the way. */
  json: string
  count: number
  values: readonly Record<string, unknown>[]
  /** Every row names every column, so no default has to stand in. */
  isComplete: boolean
}

/**
 * Checks a parsed body against its text: an object, or an array of objects. The columns are those that the query names,
 * else those of the first row, which all rows must then share.
 */
export function parseRows(
  value: unknown,
  text: string,
  { columns, conditions }: Pick<Query, 'columns' | 'conditions'>,
): Rows {
  if (conditions.length > 0) throw restErrors.notImplemented({ details: 'An insert takes no filters.' })
  const isMany = Array.isArray(value)
  const rows: unknown[] = isMany ? value : [value]
  if (!rows.every(isObject)) throw restErrors.badBody()
  const named = columns ?? Object.keys(rows[0] ?? {})
  // Rows without any value are made one at a time.
  if (named.length === 0 && rows.length > 1) throw restErrors.badBody()
  const isComplete = rows.every((row) => named.every((name) => Object.hasOwn(row, name)))
  const sameKeys = rows.every((row) => Object.keys(row).length === named.length)
  if (columns === null && !(isComplete && sameKeys)) throw restErrors.badBody({ message: 'All object keys must match' })
  return { columns: named, json: isMany ? text : `[${text}]`, count: rows.length, values: rows, isComplete }
}

/** Checks a body that must be one object: the values of an update, or the arguments of a function. */
export function parseObject(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw restErrors.badBody()
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
