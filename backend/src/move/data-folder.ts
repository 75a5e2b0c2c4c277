import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from '../config.ts'
import { sync } from '../database/fsync-tree.ts'

/*
 * What a move leaves in DATA_DIR:
 *
 *   database/             the embedded database
 *   database-moved.json   it was moved to PostgreSQL: a server does not start on it while this file is there
 *   database.arriving/    one that comes from PostgreSQL; with the file `complete` it only has to be renamed
 *   postgres-used         which PostgreSQL the site ran on last
 *   database.moved-…/     the one that was moved before, set aside when another came back
 */

/** The folder of the embedded database. */
export const DATABASE = 'database'
/** Where one is built that comes from PostgreSQL. */
export const ARRIVING = 'database.arriving'
/** The file that says where an embedded database went. */
export const MOVED_MARK = 'database-moved.json'
/** The file that names the PostgreSQL that the site ran on last. */
export const USED_SERVER = 'postgres-used'
const COMPLETE = 'complete'

const markShape = v.object({ to: v.string(), at: v.string(), is_supabase: v.optional(v.boolean(), false) })

/** Where the embedded database of a folder was moved to, and when; null when it was not. Throws for a file that holds something else. */
export function readMovedMark(dataDir: string): v.InferOutput<typeof markShape> | null {
  const file = join(dataDir, MOVED_MARK)
  if (!existsSync(file)) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), markShape), readFileSync(file, 'utf8'))
  if (parsed.success) return parsed.output
  throw new ConfigError(`DATA_DIR: ${file} can't be read as a note about where the database was moved.`)
}

/** Which PostgreSQL the site ran on last; null when it ran on none, or came back from it. */
export function readUsedServer(dataDir: string): string | null {
  const file = join(dataDir, USED_SERVER)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** Notes that the embedded database was moved. What is noted is on the disk when this returns. */
export function writeMovedMark(dataDir: string, to: string, isSupabase: boolean): void {
  const file = join(dataDir, MOVED_MARK)
  const mark = { to, at: new Date().toISOString(), ...(isSupabase ? { is_supabase: true } : {}) }
  const text = JSON.stringify(mark, null, 2)
  writeFileSync(`${file}.unfinished`, `${text}\n`, { mode: 0o600 })
  sync(`${file}.unfinished`)
  renameSync(`${file}.unfinished`, file)
  sync(dataDir)
}

/** Puts a database that has arrived in the place of the one that was moved before, which keeps another name. */
export function putInPlace(dataDir: string): void {
  const arriving = join(dataDir, ARRIVING)
  mkdirSync(arriving, { recursive: true })
  writeFileSync(join(arriving, COMPLETE), '')
  sync(join(arriving, COMPLETE))
  sync(arriving)
  finishArrival(dataDir)
}

/**
 * Finishes what `putInPlace` began, at the next start if need be. Throws when a move into this folder was not finished, and there is no
 * other database to start with.
 */
export function finishArrival(dataDir: string): void {
  const [arriving, database] = [join(dataDir, ARRIVING), join(dataDir, DATABASE)]
  if (!existsSync(arriving)) return
  if (!existsSync(join(arriving, COMPLETE))) {
    if (existsSync(database)) return
    throw new ConfigError(
      `DATA_DIR: the move into ${arriving} was not finished; run it again from the server on PostgreSQL, or remove that folder to begin anew.`,
    )
  }
  if (existsSync(join(arriving, DATABASE))) {
    if (existsSync(database)) {
      renameSync(database, `${database}.moved-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
    }
    for (const note of [MOVED_MARK, USED_SERVER]) rmSync(join(dataDir, note), { force: true })
    renameSync(join(arriving, DATABASE), database)
    sync(dataDir)
  }
  rmSync(arriving, { recursive: true, force: true })
}
