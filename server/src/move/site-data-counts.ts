import type { Database } from '@site/backend/database/port/database'
import * as v from 'valibot'
import { SAMPLE_OBJECT_METADATA } from '../sample-release.ts'

/** The number of sign-ups, contact messages and accounts in a database, and of files that an operator uploaded. */
export type SiteRecordCounts = { signups: number; messages: number; accounts: number; files: number }

const COUNTS = {
  signups: ['public.early_access_users', 'true'],
  messages: ['public.contact_messages', 'true'],
  accounts: ['auth.users', 'true'],
  files: ['storage.objects', `not coalesce(user_metadata @> '${JSON.stringify(SAMPLE_OBJECT_METADATA)}', false)`],
} as const

const count = v.tuple([v.object({ rows: v.number() })])

/** Counts the sign-ups, messages, accounts and files in a database. A missing table counts as empty. */
export function countSiteRecords(database: Database): Promise<SiteRecordCounts> {
  return database.scriptTransaction(async (session) => {
    const holdings = { signups: 0, messages: 0, accounts: 0, files: 0 }
    for (const kind of ['signups', 'messages', 'accounts', 'files'] as const) {
      const [table, condition] = COUNTS[kind]
      const [there] = await session.query('select to_regclass($1) is not null as is_there', [table])
      if (there?.['is_there'] !== true) continue
      const rows = await session.query(`select count(*)::float8 as rows from ${table} where ${condition}`)
      holdings[kind] = v.parse(count, rows)[0].rows
    }
    return holdings
  })
}

/** Returns whether a database has no sign-ups, messages, accounts and uploaded files. */
export function hasNoSiteRecords(holdings: SiteRecordCounts): boolean {
  return Object.values(holdings).every((number) => number === 0)
}

/** Formats the counts that are not zero, such as "3 sign-ups, 1 account". */
export function formatSiteRecordCounts({ signups, messages, accounts, files }: SiteRecordCounts): string {
  const counted = (number: number, noun: string) =>
    number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'}`]
  return [
    ...counted(signups, 'sign-up'),
    ...counted(messages, 'message'),
    ...counted(accounts, 'account'),
    ...counted(files, 'file'),
  ].join(', ')
}
