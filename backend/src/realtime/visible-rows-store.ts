import { type RawBuilder, sql } from 'kysely'
import type { Caller, Database } from '../database/database.ts'
import type { Column, TableAccess } from './table-access-store.ts'

/** The primary key of a row: column -> value, as JSON holds it. */
export type RowKey = Readonly<Record<string, unknown>>

type TableName = { schema: string; table: string }

/**
 * Which of the rows the caller can read now, as the numbers they have in `keys`. Every column that would be sent is
 * named, so a privilege that was taken away makes the statement fail instead of going unnoticed.
 */
export async function findVisible(
  database: Database,
  caller: Caller,
  access: TableAccess,
  { schema, table, keys }: TableName & { keys: readonly RowKey[] },
): Promise<Set<number>> {
  const { columns, primaryKey } = access
  const lines = keys.map(
    (key, i) => sql`(${i}::int4, ${sql.join(primaryKey.map((name) => value(columns, name, key)))})`,
  )
  const names = ['i', ...primaryKey.map((_, k) => `k${k}`)].map((name) => sql.id(name))
  const isSame = primaryKey.map((name, k) => sql`t.${sql.id(name)} = w.${sql.id(`k${k}`)}`)
  const query = sql<{ i: number }>`
    select w.i from (values ${sql.join(lines)}) as w(${sql.join(names)})
    where exists (
      select ${sql.join(columns.map(({ name }) => sql`t.${sql.id(name)}`))}
      from ${sql.id(schema, table)} t
      where ${sql.join(isSame, sql` and `)}
    )
  `
  const { rows } = await database.asCaller(caller, (tx) => query.execute(tx))
  return new Set(rows.map((row) => Number(row.i)))
}

/** Reads a whole row as the owner, past row-level security; null when there is none. What is sent of it is decided later. */
export async function readRow(
  database: Database,
  columns: readonly Column[],
  { schema, table, key }: TableName & { key: RowKey },
): Promise<Record<string, unknown> | null> {
  const isSame = Object.keys(key).map((name) => sql`t.${sql.id(name)} = ${value(columns, name, key)}`)
  const query = sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.id(schema, table)} t where ${sql.join(isSame, sql` and `)}
  `
  const { rows } = await query.execute(database.kysely)
  return rows[0]?.row ?? null
}

/** A value as text that PostgreSQL reads as the column's type: every type has a text form, and JSON is close to it. */
function value(columns: readonly Column[], name: string, key: RowKey): RawBuilder<unknown> {
  const type = columns.find((column) => column.name === name)?.type ?? 'text'
  return sql`${String(key[name])}::text::${sql.id(type)}`
}
