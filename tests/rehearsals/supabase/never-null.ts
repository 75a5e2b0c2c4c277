import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runSql } from '../../support/postgres.ts'

/** The types of Go that hold no null: reading one into them fails, and GoTrue answers 500 for that account. */
const FIELD = /^\s+\w+\s+(?:string|bool|int|time\.Time|uuid\.UUID)\s+`[^`]*\bdb:"(\w+)"/gm

const MODELS = [
  ['users', 'user.go', 'User'],
  ['identities', 'identity.go', 'Identity'],
  ['mfa_factors', 'factor.go', 'Factor'],
  ['audit_log_entries', 'audit_log_entry.go', 'AuditLogEntry'],
] as const

/** Columns of accounts that hold null in some row, although the auth service of a clone reads them into what cannot be null. */
export async function wrongNulls(databaseUrl: string, clone: string): Promise<{ looked: number; wrong: string[] }> {
  const wrong: string[] = []
  let looked = 0
  for (const [table, file, model] of MODELS) {
    const text = await readFile(join(clone, 'internal/models', file), 'utf8')
    const body = new RegExp(`^type ${model} struct \\{([^]*?)^\\}`, 'm').exec(text)?.[1] ?? ''
    const columns = [...body.matchAll(FIELD)].map(([, column]) => column ?? '')
    if (columns.length === 0) throw new Error(`${file} has no ${model} as this knows it.`)
    for (const column of columns) {
      const found = await runSql(databaseUrl, `select from auth.${table} where "${column}" is null limit 1`)
      if (found.length > 0) wrong.push(`auth.${table}.${column}`)
    }
    looked += columns.length
  }
  return { looked, wrong }
}
