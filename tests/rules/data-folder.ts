import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStoppedDatabase } from '../support/stopped-database.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

/**
 * Returns the rows and file hashes of a data folder that a restored backup must have too. Left out: the audit log's entry of the backup, which
 * has no outcome in the backup, and the description of the restore, which the next start adds to the audit log.
 */
export async function readRestorable(dataDir: string) {
  const { 'public.operator_acts': acts = [], ...rows } = await readAllRows(dataDir)
  const { 'restored.json': _description, ...files } = await hashAllFiles(dataDir)
  const others = acts.filter((act) => !JSON.stringify(act).includes('"act":"backup"'))
  return { rows: { ...rows, 'public.operator_acts': others }, files }
}

/** Returns every row of every table of a data folder, read directly from a copy of its database without a server. */
export async function readAllRows(dataDir: string): Promise<Record<string, unknown[]>> {
  await using copy = await createTemporaryFolder('rows-')
  await cp(join(dataDir, 'postgres'), join(copy.path, 'postgres'), { recursive: true })
  await using database = await openStoppedDatabase(copy.path)
  const { rows: tables } = await database.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    found[name] = (await database.query(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`)).rows
  }
  return found
}

/** Returns the path and SHA-256 hash of every file in a data folder, without the database and its lock. */
export async function hashAllFiles(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const beside = files
    .map((file) => file.slice(dataDir.length + 1))
    .filter((file) => file === 'postgres/password' || !/^(database\.lock|postgres)/.test(file))
  const hashed = beside.map(async (file) => {
    const hash = createHash('sha256').update(await readFile(join(dataDir, file)))
    return [file, hash.digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(hashed))
}
