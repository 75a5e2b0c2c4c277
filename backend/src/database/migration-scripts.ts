import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One SQL file: `<version>_<name>.sql`, or any name for the platform's. */
export type Script = { file: string; version: string; name: string; sql: string; sha256: string }

const MIGRATION = /^(\d+)_(.+)\.sql$/

/** Reads the SQL files of a folder in the order in which they are applied, which is that of their names. */
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
