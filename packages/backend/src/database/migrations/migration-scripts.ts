import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseError } from '../port/errors.ts'

/** One SQL file: a migration, `<version>_<name>.sql`, or a platform script, which may have any name. */
export type SqlScript = { file: string; version: string; name: string; sql: string; sha256: string }

/** Thrown when PostgreSQL rejects a statement of an SQL script. `cause` is PostgreSQL's error. */
export class SqlScriptError extends Error {
  override name = 'SqlScriptError'
  /** The name of the failed SQL file, or of the schema of the migration history. */
  readonly file: string

  constructor(file: string, cause: DatabaseError) {
    super(`The migration ${file} failed: ${cause.message} (${cause.code})`, { cause })
    this.file = file
  }
}

const MIGRATION = /^(\d+)_(.+)\.sql$/

/** Reads the SQL files of a folder in the order in which they must be applied: sorted by name. */
export async function readSqlScripts(folder: string): Promise<SqlScript[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      const [, version = file, name = file] = MIGRATION.exec(file) ?? []
      return { file, version, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
