import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServerConfig } from '@site/backend/config'
import type { QuiesceDatabase, QuiescedDatabase } from '@site/backend/database/port/database'
import { copyFolder } from './copy-folder.ts'

/** A consistent copy of the server's data in a temporary folder, made for a backup. */
export type DataSnapshot = {
  folder: string
  takenAt: Date
  database: string
  keysElsewhere: string[]
  remove(): Promise<void>
}

const PREFIX = 'snapshot-'

/**
 * The files and folders in DATA_DIR that a snapshot contains besides the database. The files are never modified, so a hard link serves as a
 * copy.
 */
const KEPT = ['secret-key', 'signing-key.json', 'storage/files', 'mail', 'sms'] as const

/**
 * Takes a snapshot of DATA_DIR for a backup while the database is paused. The server writes a stored file before its database row and
 * deletes it after the row, so that every file that the snapshot's rows refer to exists.
 */
export async function takeBackupSnapshot(config: ServerConfig, quiesce: QuiesceDatabase): Promise<DataSnapshot> {
  const folder = join(config.dataDir, `${PREFIX}${randomUUID()}`)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder, { mode: 0o700 })
    const database = await quiesce(async (still) => {
      await copyDatabase(still, join(folder, 'database'))
      for (const name of KEPT) await linkAll(join(config.dataDir, name), join(folder, name))
      return still.version
    })
    return { folder, takenAt: new Date(), database, keysElsewhere: listKeysElsewhere(config), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Deletes snapshots that were left behind because the server was stopped during a backup. */
export async function deleteLeftoverSnapshots(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * Copies the database's files. Of the write-ahead log, copies only the segments from the last checkpoint on: earlier segments are not
 * needed and may contain erased data.
 */
async function copyDatabase({ folder, neededLog }: QuiescedDatabase, target: string): Promise<void> {
  await copyFolder(folder, target, (path) => {
    const segment = /^pg_wal\/([0-9A-F]{24})$/.exec(path)?.[1]
    return segment === undefined || neededLog(segment)
  })
}

async function linkAll(from: string, to: string): Promise<void> {
  const facts = await stat(from).catch(() => null)
  if (facts === null) return
  if (!facts.isDirectory()) return linkOne(from, to)
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) await linkAll(join(from, entry.name), join(to, entry.name))
    // A hidden file is still being written; it gets its final name when it is complete. The snapshot therefore skips hidden files.
    else if (!entry.name.startsWith('.')) await linkOne(join(from, entry.name), join(to, entry.name))
  }
}

async function linkOne(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await link(from, to).catch(async (cause: unknown) => {
    // ENOENT: the file was deleted after the folder was listed, and no row refers to it. Any other error means that the file system has no
    // hard links, so the file is copied instead.
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  })
}

/** Returns the names of the secrets that are set by environment variables and are therefore not in the backup. */
export function listKeysElsewhere({ secretKey, jwtSecret, jwtKeys }: ServerConfig): string[] {
  return [
    ...(secretKey === null ? [] : ['SUPABASE_SECRET_KEY']),
    ...(jwtSecret === null ? [] : ['SUPABASE_JWT_SECRET']),
    ...(jwtKeys === null ? [] : ['AUTH_JWT_KEYS']),
  ]
}
