import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@site/backend/config'
import { fsyncPath } from '@site/backend/database/embedded/fsync-tree'
import * as v from 'valibot'

/*
 * The files and folders in DATA_DIR that a move of the site between the embedded database and PostgreSQL uses:
 *
 *   database/             the embedded database
 *   database-moved.json   marks the embedded database as moved to PostgreSQL; a server does not start on it
 *   database.arriving/    an embedded database that is copied from PostgreSQL; with the file `complete` it is ready to be renamed
 *   postgres-used         the name of the PostgreSQL database that the site last ran on
 *   database.moved-…/     the earlier embedded database, renamed when another one replaced it
 */

/** The folder of the embedded database in DATA_DIR. */
export const DATABASE_FOLDER = 'database'
/** The folder in DATA_DIR in which an embedded database is built from the data of a PostgreSQL database. */
export const ARRIVING_DATABASE_FOLDER = 'database.arriving'
/** The file that records to which PostgreSQL database the embedded database was moved. */
export const DATABASE_MOVED_FILE = 'database-moved.json'
/** The file that records which PostgreSQL database the site last ran on. */
export const LAST_POSTGRES_FILE = 'postgres-used'
const COMPLETE = 'complete'

const markShape = v.object({ to: v.string(), at: v.string(), is_supabase: v.optional(v.boolean(), false) })

/**
 * Returns to which PostgreSQL database, and when, the embedded database was moved; null when it was not moved. Throws a ConfigError when
 * the file that records the move is malformed.
 */
export function readDatabaseMovedFile(dataDir: string): v.InferOutput<typeof markShape> | null {
  const file = join(dataDir, DATABASE_MOVED_FILE)
  if (!existsSync(file)) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), markShape), readFileSync(file, 'utf8'))
  if (parsed.success) return parsed.output
  throw new ConfigError(`DATA_DIR: ${file} can't be read as a note about where the database was moved.`)
}

/**
 * Returns the name of the PostgreSQL database that the site last ran on. Returns null when there is none, or when the site has moved back
 * to the embedded database.
 */
export function readLastPostgresName(dataDir: string): string | null {
  const file = join(dataDir, LAST_POSTGRES_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** Writes the file that marks the embedded database as moved to PostgreSQL, and flushes it to disk. */
export function writeDatabaseMovedFile(dataDir: string, to: string, isSupabase: boolean): void {
  const file = join(dataDir, DATABASE_MOVED_FILE)
  const mark = { to, at: new Date().toISOString(), ...(isSupabase ? { is_supabase: true } : {}) }
  const text = JSON.stringify(mark, null, 2)
  writeFileSync(`${file}.unfinished`, `${text}\n`, { mode: 0o600 })
  fsyncPath(`${file}.unfinished`)
  renameSync(`${file}.unfinished`, file)
  fsyncPath(dataDir)
}

/** Replaces the embedded database by one that was copied completely from PostgreSQL, and renames the folder of the earlier database. */
export function replaceDatabaseFolder(dataDir: string): void {
  const arriving = join(dataDir, ARRIVING_DATABASE_FOLDER)
  mkdirSync(arriving, { recursive: true })
  writeFileSync(join(arriving, COMPLETE), '')
  fsyncPath(join(arriving, COMPLETE))
  fsyncPath(arriving)
  finishDatabaseReplacement(dataDir)
}

/**
 * Finishes an interrupted `replaceDatabaseFolder` at the next start of the server. Throws a ConfigError when copying PostgreSQL into this
 * data folder was interrupted and the folder contains no other embedded database to start with.
 */
export function finishDatabaseReplacement(dataDir: string): void {
  const [arriving, database] = [join(dataDir, ARRIVING_DATABASE_FOLDER), join(dataDir, DATABASE_FOLDER)]
  if (!existsSync(arriving)) return
  if (!existsSync(join(arriving, COMPLETE))) {
    if (existsSync(database)) return
    throw new ConfigError(
      `DATA_DIR: the move into ${arriving} was not finished; run it again from the server on PostgreSQL, or remove that folder to start over.`,
    )
  }
  if (existsSync(join(arriving, DATABASE_FOLDER))) {
    if (existsSync(database)) {
      renameSync(database, `${database}.moved-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
    }
    for (const note of [DATABASE_MOVED_FILE, LAST_POSTGRES_FILE]) rmSync(join(dataDir, note), { force: true })
    renameSync(join(arriving, DATABASE_FOLDER), database)
    fsyncPath(dataDir)
  }
  rmSync(arriving, { recursive: true, force: true })
}
