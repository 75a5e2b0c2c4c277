import type { DatabaseTables } from '@site/backend/database/port/tables'
import { sql, type Transaction } from 'kysely'
import type { DatabaseFunctionName } from '../../../supabase/functions/_shared/services.ts'

/**
 * Calls a database function with named arguments and returns the same result as the data API: a single value, or rows. The type of `name`
 * allows only a fixed list of functions, so that no client input selects the function.
 */
export async function callDatabaseFunction(
  tx: Transaction<DatabaseTables>,
  name: DatabaseFunctionName,
  args: Record<string, unknown>,
): Promise<unknown> {
  const named = Object.entries(args).map(([argument, value]) => sql`${sql.ref(argument)} => ${value}`)
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.ref(name)}(${sql.join(named)})`.execute(tx)
  const [row] = rows
  const isValue = rows.length === 1 && row !== undefined && Object.keys(row).join() === name
  return isValue ? row[name] : rows
}
