import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '@site/backend/config'
import { DATABASE_LOCK_FILE_NAME, lockFolder } from '@site/backend/database/embedded/folder-lock'
import { fsyncFolder, fsyncPath } from '@site/backend/database/embedded/fsync-tree'
import { openPGlite } from '@site/backend/database/embedded/pglite'
import { migrateDatabase, PLATFORM_SCRIPTS_FOLDER } from '@site/backend/database/migrations/migrate'
import { readSqlScripts } from '@site/backend/database/migrations/migration-scripts'
import { SITE_MIGRATIONS } from '../migrations.ts'
import { removeHashKeys } from './hash-keys.ts'

/*
 * Creating an empty database and running all migrations takes five seconds. A build therefore prepares such a database, and the first start
 * of the server copies it. The prepared database contains no secret keys, no personal data and no sample data.
 */

/** The name of the file in the prepared database's folder that contains a hash of the migrations and the version of the database engine. */
export const PREPARED_HASH_FILE = 'made-from'

/** Creates the prepared database in `folder` and deletes the folder's previous content. */
export async function prepareDatabase(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const database = await openPGlite(readConfig({ DATA_DIR: folder }))
  await migrateDatabase(database, SITE_MIGRATIONS)
  await removeHashKeys(database)
  await database.close()
  // In a container image, the server runs as a different user from the build, so all users may read the folder.
  chmodSync(join(folder, 'database'), 0o755)
  rmSync(join(folder, DATABASE_LOCK_FILE_NAME), { recursive: true, force: true })
  writeFileSync(join(folder, PREPARED_HASH_FILE), await hashPreparedDatabaseInputs())
}

/**
 * Copies the prepared database to a data folder that has no database, if it was built from the current migrations by the current engine
 * version. Otherwise, or when copying fails, no partial copy is left, and the server creates the database as usual. The copy gets its final
 * name only when it is completely on disk.
 */
export async function copyPreparedDatabase(folder: string, dataDir: string): Promise<void> {
  try {
    if (readFileSync(join(folder, PREPARED_HASH_FILE), 'utf8') !== (await hashPreparedDatabaseInputs())) return
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const unlock = await lockFolder(join(dataDir, DATABASE_LOCK_FILE_NAME))
    try {
      copyInPlace(join(folder, 'database'), join(dataDir, 'database'))
    } finally {
      unlock()
    }
  } catch {
    // Nothing was copied, because there is no prepared database, another process has locked the data folder, or the disk fails. The server
    // reports a failing disk when it creates the database.
  }
}

/**
 * Copies the prepared database under a temporary name and renames the copy. cluster-thread.ts uses the same temporary name, so
 * that either of them removes what an interrupted run of the other left.
 */
function copyInPlace(prepared: string, target: string): void {
  if (existsSync(target)) return
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  try {
    cpSync(prepared, unfinished, { recursive: true })
    fsyncFolder(unfinished)
    renameSync(unfinished, target)
    fsyncPath(dirname(target))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Returns a hash of everything that a prepared database depends on: the SQL scripts and the version of PGlite. */
export async function hashPreparedDatabaseInputs(): Promise<string> {
  const scripts = [
    ...(await readSqlScripts(PLATFORM_SCRIPTS_FOLDER)),
    ...(await readSqlScripts(SITE_MIGRATIONS.folder)),
  ]
  const engine = readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8')
  const hash = createHash('sha256').update(engine)
  for (const { file, sha256 } of scripts) hash.update(`\0${file}=${sha256}`)
  return hash.digest('hex')
}
