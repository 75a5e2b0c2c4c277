/** The schema whose tables and functions the API shows. */
export const EXPOSED_SCHEMA = 'public'

/** A column of a table, view or function's result. Types are the database's own spelling and safe to put into SQL. */
export type Column = {
  name: string
  type: string
  /** The expression that fills the column when a row does not name it; null when there is none. */
  default: string | null
  /** Computed by the database, so no body can fill it. */
  generated: boolean
}

/** A table or view. */
export type Table = { name: string; columns: Column[]; primaryKey: string[] }

/** A function that can be called by name. */
export type DatabaseFunction = {
  name: string
  parameters: { name: string; type: string; optional: boolean; variadic: boolean }[]
  /** One value, rows of columns, or nothing. */
  result: 'value' | 'rows' | 'void'
  /** Whether there can be several. */
  isSet: boolean
  /** The columns of `rows`; none when only the call itself tells them. */
  columns: Column[]
}

/** Everything a request can name. What is not in here is refused before any SQL is written. */
export type Schema = {
  tables: ReadonlyMap<string, Table>
  /** By name; several when a function is overloaded. */
  functions: ReadonlyMap<string, DatabaseFunction[]>
}

/** The column of that name, or null. */
export function findColumn(columns: readonly Column[], name: string): Column | null {
  return columns.find((column) => column.name === name) ?? null
}
