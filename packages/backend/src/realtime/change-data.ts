import type { RowChange } from '../database/port/row-change.ts'
import type { TableAccess } from '../database/port/table-access-store.ts'

type Row = Readonly<Record<string, unknown>>

/** The columns that a subscription selects (null for all), and whether its filter contains the row's primary key. */
export type ColumnProjection = { select: readonly string[] | null; namesKey: boolean }

/**
 * The types of primary keys whose values reveal nothing except the row's identity. A key of type text could be a name that the caller may
 * not read.
 */
const OPAQUE_TYPES: readonly string[] = ['int2', 'int4', 'int8', 'uuid', 'oid', 'numeric', 'timestamptz']

/**
 * Renders a row change as JSON with the columns that the role may select. If the subscription has a `select`, only those columns and the
 * primary key are included. Under row-level security a deleted row contains at most its primary key, as on Supabase, because its visibility
 * can't be checked any more. Columns of the key are then omitted if they are not of an opaque type, unless the subscription's filter
 * contains the key itself.
 */
export function renderRowChangeJson(
  change: RowChange,
  access: TableAccess,
  { select, namesKey }: ColumnProjection,
): string {
  const isWanted = (name: string) => select === null || select.includes(name) || access.primaryKey.includes(name)
  const columns = access.columns.filter(({ name }) => isWanted(name))
  const names = columns.map(({ name }) => name)
  const isHidden = change.type === 'DELETE' && access.isRowSecured
  const oldNames = columns
    .filter(({ name, type }) => {
      return !isHidden || (access.primaryKey.includes(name) && (namesKey || OPAQUE_TYPES.includes(type)))
    })
    .map(({ name }) => name)
  return JSON.stringify({
    schema: change.schema,
    table: change.table,
    commit_timestamp: change.commit_timestamp,
    type: change.type,
    columns,
    ...(change.record && change.type !== 'DELETE' ? { record: pick(change.record, names) } : {}),
    ...(change.old_record && change.type !== 'INSERT' ? { old_record: pick(change.old_record, oldNames) } : {}),
    errors: null,
  })
}

/** Returns the values of the primary key in a row change, or null when the change lacks one of them. */
export function extractPrimaryKey(change: RowChange, primaryKey: readonly string[]): Row | null {
  const row = change.record ?? change.old_record
  if (row === null || primaryKey.length === 0 || !primaryKey.every((name) => Object.hasOwn(row, name))) return null
  return pick(row, primaryKey)
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]))
}
