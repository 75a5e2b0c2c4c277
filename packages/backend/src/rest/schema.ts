/** The database schema whose tables and functions the data API exposes. */
export const EXPOSED_SCHEMA = 'public'

/** A column of a table, a view or a function's result. `type` is in the database's own spelling, which is safe to insert into SQL. */
export type SchemaColumn = {
  name: string
  type: string
  /** The SQL expression of the column's default; null when it has none. */
  default: string | null
  /** Whether the column is generated, so that an insert cannot set it. */
  generated: boolean
}

/** A table or view that the data API exposes. */
export type ExposedTable = { name: string; columns: SchemaColumn[]; primaryKey: string[] }

/** A database function that the data API exposes. */
export type DatabaseFunction = {
  name: string
  parameters: { name: string; type: string; optional: boolean; variadic: boolean }[]
  /** What the database function returns: a scalar value, rows with columns, or nothing (`returns void`). */
  result: 'value' | 'rows' | 'void'
  /** Whether the function returns a set (`returns setof`). */
  isSet: boolean
  /** The columns of the returned rows; empty when they depend on the call (`returns record`). */
  columns: SchemaColumn[]
}

/** All names of tables, columns and functions that a request may use. Other names are rejected before any SQL is built. */
export type ExposedSchema = {
  tables: ReadonlyMap<string, ExposedTable>
  /** The functions by name. An overloaded function has several entries. */
  functions: ReadonlyMap<string, DatabaseFunction[]>
}

/** Returns the column with the given name, or null. */
export function findSchemaColumn(columns: readonly SchemaColumn[], name: string): SchemaColumn | null {
  return columns.find((column) => column.name === name) ?? null
}
