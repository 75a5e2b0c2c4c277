import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseError } from './errors.ts'

/** One SQL file: `<version>_<name>.sql`, or any name for a platform script. */
export type Script = { file: string; version: string; name: string; sql: string; sha256: string }

/** PostgreSQL refused a statement of a script; `cause` has its error. */
export class FailedScript extends Error {
  override name = 'FailedScript'
  /** The name of the file, or of the schema of the migration history. */
  readonly file: string

  constructor(file: string, cause: DatabaseError) {
    super(`The migration ${file} failed: ${cause.message} (${cause.code})`, { cause })
    this.file = file
  }
}

const MIGRATION = /^(\d+)_(.+)\.sql$/

/** Reads the SQL files of a folder, sorted by name, which is the order to apply them in. */
export async function readScripts(folder: string): Promise<Script[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      const [, version = file, name = file] = MIGRATION.exec(file) ?? []
      return { file, version, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
