import type { RowChange } from '../database/row-change.ts'
import type { TableAccess } from '../database/table-access-store.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * What of a change somebody with this access is shown, as JSON: the columns that the role may select (and, of those,
 * `select` with the primary key). A deleted row shows only its primary key where row-level security holds, because
 * nobody can ask any more who was allowed to see it; so does Supabase.
 */
export function changeData(change: RowChange, access: TableAccess, select: readonly string[] | null): string {
  const isWanted = (name: string) => select === null || select.includes(name) || access.primaryKey.includes(name)
  const columns = access.columns.filter(({ name }) => isWanted(name))
  const names = columns.map(({ name }) => name)
  const oldNames =
    change.type === 'DELETE' && access.isRowSecured ? names.filter((name) => access.primaryKey.includes(name)) : names
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

/** The primary key's values in a change, or null when it doesn't hold them all. */
export function keyOf(change: RowChange, primaryKey: readonly string[]): Row | null {
  const row = change.record ?? change.old_record
  if (row === null || primaryKey.length === 0 || !primaryKey.every((name) => Object.hasOwn(row, name))) return null
  return pick(row, primaryKey)
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]))
}
