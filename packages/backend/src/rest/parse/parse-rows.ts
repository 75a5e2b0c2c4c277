import { restErrors } from '../errors.ts'
import type { ParsedRestQuery } from './parse-query.ts'

/** The rows of a request body: the columns they contain, and the JSON text that is sent to the database. */
export type RequestRows = {
  columns: string[]
  /** The rows as a JSON array of objects. It is the client's own text, not serialised again, so that no number is rounded. */
  json: string
  count: number
  values: readonly Record<string, unknown>[]
  /** Whether every row has a value for every column in `columns`, so that no column needs its default value. */
  isComplete: boolean
  /** Whether every row has exactly the columns in `columns`: none is missing, and the parameter `columns=` excludes none. */
  isExact: boolean
}

/**
 * Checks that a parsed body is an object or an array of objects. The columns to insert are those of the parameter `columns=`, otherwise
 * those of the first row, which all rows must share. Throws PGRST102 for any other body.
 */
export function parseRequestRows(
  value: unknown,
  text: string,
  { columns, conditions }: Pick<ParsedRestQuery, 'columns' | 'conditions'>,
): RequestRows {
  if (conditions.length > 0) throw restErrors.notImplemented({ details: 'An insert takes no filters.' })
  const isMany = Array.isArray(value)
  const rows: unknown[] = isMany ? value : [value]
  if (!rows.every(isObject)) throw restErrors.badBody()
  const named = columns ?? Object.keys(rows[0] ?? {})
  // Several rows without any column cannot be inserted, because `insert … default values` inserts only one row.
  if (named.length === 0 && rows.length > 1) throw restErrors.badBody()
  const isComplete = rows.every((row) => named.every((name) => Object.hasOwn(row, name)))
  const isExact = isComplete && rows.every((row) => Object.keys(row).length === named.length)
  if (columns === null && !isExact) throw restErrors.badBody({ message: 'All object keys must match' })
  return { columns: named, json: isMany ? text : `[${text}]`, count: rows.length, values: rows, isComplete, isExact }
}

/** Checks that a body is one object: the values of an update, or the arguments of a function. Throws PGRST102 for any other body. */
export function requireBodyObject(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw restErrors.badBody()
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
