/** The schema whose tables and functions the API exposes. */
export const EXPOSED_SCHEMA = 'public'

/** A column of a table, a view or a function's result. `type` is in the database's own spelling, which is safe in SQL. */
export type Column = {
  name: string
  type: string
  /** The default expression; null when there is none. */
  default: string | null
  /** A generated column, which an insert cannot set. */
  generated: boolean
}

/** A table or view. */
export type Table = { name: string; columns: Column[]; primaryKey: string[] }

/** A function that can be called by name. */
export type DatabaseFunction = {
  name: string
  parameters: { name: string; type: string; optional: boolean; variadic: boolean }[]
  /** A scalar, rows with columns, or nothing. */
  result: 'value' | 'rows' | 'void'
  /** Whether it returns a set. */
  isSet: boolean
  /** The columns of `rows`; empty when they depend on the call (`returns record`). */
  columns: Column[]
}

/** All names that a request may use. Other names are refused before any SQL is built. */
export type Schema = {
  tables: ReadonlyMap<string, Table>
  /** By name; overloaded functions have several entries. */
  functions: ReadonlyMap<string, DatabaseFunction[]>
}

/** Returns the column of that name, or null. */
export function findColumn(columns: readonly Column[], name: string): Column | null {
  return columns.find((column) => column.name === name) ?? null
}
