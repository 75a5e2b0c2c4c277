import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runSql } from '../../support/postgres.ts'

/**
 * Matches a field of a Go struct in GoTrue's source code whose type cannot be null. When the column of such a field contains NULL,
 * GoTrue fails to scan the row and responds with 500 for that account.
 */
const FIELD = /^\s+\w+\s+(?:string|bool|int|time\.Time|uuid\.UUID)\s+`[^`]*\bdb:"(\w+)"/gm

const MODELS = [
  ['users', 'user.go', 'User'],
  ['identities', 'identity.go', 'Identity'],
  ['mfa_factors', 'factor.go', 'Factor'],
  ['audit_log_entries', 'audit_log_entry.go', 'AuditLogEntry'],
] as const

/**
 * Finds columns of auth tables that contain NULL although Supabase's auth service (its source code is in `clone`) scans them into a
 * type that cannot be null.
 */
export async function findInvalidNulls(
  databaseUrl: string,
  clone: string,
): Promise<{ looked: number; wrong: string[] }> {
  const wrong: string[] = []
  let looked = 0
  for (const [table, file, model] of MODELS) {
    const text = await readFile(join(clone, 'internal/models', file), 'utf8')
    const body = new RegExp(`^type ${model} struct \\{([^]*?)^\\}`, 'm').exec(text)?.[1] ?? ''
    const columns = [...body.matchAll(FIELD)].map(([, column]) => column ?? '')
    if (columns.length === 0) throw new Error(`${file} has no struct ${model} in the expected format.`)
    for (const column of columns) {
      const found = await runSql(databaseUrl, `select from auth.${table} where "${column}" is null limit 1`)
      if (found.length > 0) wrong.push(`auth.${table}.${column}`)
    }
    looked += columns.length
  }
  return { looked, wrong }
}
