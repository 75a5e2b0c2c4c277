import { sql, type Transaction } from 'kysely'
import type { DatabaseFunction } from '../../../supabase/functions/_shared/services.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Calls a database function with named arguments and answers what the data API would: the bare value where it returns
 * one, else its rows. The name is one of a fixed list, so no text from outside ever names what is called.
 */
export async function callDatabaseFunction(
  tx: Transaction<Tables>,
  name: DatabaseFunction,
  args: Record<string, unknown>,
): Promise<unknown> {
  const named = Object.entries(args).map(([argument, value]) => sql`${sql.ref(argument)} => ${value}`)
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.ref(name)}(${sql.join(named)})`.execute(tx)
  const [row] = rows
  const isValue = rows.length === 1 && row !== undefined && Object.keys(row).join() === name
  return isValue ? row[name] : rows
}
