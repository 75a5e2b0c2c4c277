import { type RawBuilder, sql } from 'kysely'
import type { Caller, Database } from '../database/port/database.ts'
import type { ReadableColumn, TableAccess } from '../database/port/table-access-store.ts'

/** The primary key of a row: the JSON value of each column, by column name. */
export type PrimaryKeyValues = Readonly<Record<string, unknown>>

type TableName = { schema: string; table: string }

/**
 * Returns which of the changed rows the caller may see, as indexes into `changes` (JSON texts with a field `record`). Evaluates the table's
 * row-level security on the row as it was after the change, not on the current row: a row that was hidden when it changed must not be sent
 * because it has become visible since. The query names every column to send, so that it fails when a privilege was revoked.
 */
export async function findVisibleRowChanges(
  database: Database,
  caller: Caller,
  { columns, rule }: TableAccess,
  { schema, table, changes }: TableName & { changes: readonly string[] },
): Promise<Set<number>> {
  if (rule === null) return new Set()
  const lines = changes.map((json, number) => sql`(${number}::int4, ${json}::text::jsonb -> 'record')`)
  const name = sql.id(schema, table)
  // The changed row gets the table's name as its alias, because row-level security policies refer to columns by the table's name.
  const query = sql<{ number: number }>`
    select __change.__number as number
    from (values ${sql.join(lines)}) as __change(__number, __record)
    cross join lateral jsonb_populate_record(null::${name}, __change.__record) as ${sql.id(table)}
    where (${sql.raw(rule)}) and not exists (
      select ${sql.join(columns.map((column) => sql`__any.${sql.id(column.name)}`))} from ${name} as __any where false
    )
  `
  const { rows } = await database.asCaller(caller, (tx) => query.execute(tx))
  return new Set(rows.map((row) => Number(row.number)))
}

/**
 * Reads a whole row as the owner of the table, without row-level security. Returns null when the row does not exist. The caller must check
 * the row's visibility before sending it.
 */
export async function readRowWithoutRowSecurity(
  database: Database,
  columns: readonly ReadableColumn[],
  { schema, table, key }: TableName & { key: PrimaryKeyValues },
): Promise<{ record: Record<string, unknown>; text: string } | null> {
  const isSame = Object.keys(key).map((name) => sql`t.${sql.id(name)} = ${value(columns, name, key)}`)
  const query = sql<{ record: Record<string, unknown>; text: string }>`
    select to_jsonb(t) as record, to_jsonb(t)::text as text
    from ${sql.id(schema, table)} t where ${sql.join(isSame, sql` and `)}
  `
  const { rows } = await query.execute(database.kysely)
  return rows[0] ?? null
}

/** Returns SQL that casts a value of a JSON primary key, converted to text, to the type of its column. */
function value(columns: readonly ReadableColumn[], name: string, key: PrimaryKeyValues): RawBuilder<unknown> {
  const type = columns.find((column) => column.name === name)?.type ?? 'text'
  return sql`${String(key[name])}::text::${sql.id(type)}`
}
