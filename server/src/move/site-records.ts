import type { SqlScriptSession } from '@site/backend/database/port/database'
import { SAMPLE_OBJECT_METADATA } from '../sample-release.ts'
import { hasTable } from './catalogue.ts'

const RECORDS = [
  ['sign-up', 'public.early_access_users', 'true'],
  ['message', 'public.contact_messages', 'true'],
  ['account', 'auth.users', 'true'],
  ['file', 'storage.objects', `not coalesce(user_metadata @> '${JSON.stringify(SAMPLE_OBJECT_METADATA)}', false)`],
] as const

/**
 * Returns how many sign-ups, messages, accounts and uploaded files a database has, such as "3 sign-ups, 1 account"; an empty text when it has
 * none. A missing table counts as empty.
 */
export async function describeSiteRecords(session: SqlScriptSession): Promise<string> {
  const found: string[] = []
  for (const [noun, table, condition] of RECORDS) {
    if (!(await hasTable(session, table))) continue
    const [row] = await session.query(`select count(*)::float8 as rows from ${table} where ${condition}`)
    const rows = Number(row?.['rows'])
    if (rows > 0) found.push(`${rows} ${noun}${rows === 1 ? '' : 's'}`)
  }
  return found.join(', ')
}
