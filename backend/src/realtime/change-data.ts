import type { RowChange } from '../database/row-change.ts'
import type { TableAccess } from '../database/table-access-store.ts'

type Row = Readonly<Record<string, unknown>>

/** What a subscription asked for: the columns (null for all), and whether its filter names the row's key. */
export type Sight = { select: readonly string[] | null; namesKey: boolean }

/** Types whose values say nothing but which row it is. A text could be a name that not everybody may read. */
const OPAQUE_TYPES: readonly string[] = ['int2', 'int4', 'int8', 'uuid', 'oid', 'numeric', 'timestamptz']

/**
 * What of a change somebody with this access is shown, as JSON: the columns that the role may select (and, of those,
 * `select` with the primary key). Where row-level security holds, a deleted row shows its primary key at most, as on
 * Supabase, because the database cannot say any more who was allowed to see it; and of the key only numbers and the
 * like, unless the subscription's filter names the key itself.
 */
export function changeData(change: RowChange, access: TableAccess, { select, namesKey }: Sight): string {
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

/** The primary key's values in a change, or null when it doesn't hold them all. */
export function keyOf(change: RowChange, primaryKey: readonly string[]): Row | null {
  const row = change.record ?? change.old_record
  if (row === null || primaryKey.length === 0 || !primaryKey.every((name) => Object.hasOwn(row, name))) return null
  return pick(row, primaryKey)
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]))
}
