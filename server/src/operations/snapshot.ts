import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServerConfig } from '@site/backend/config'
import { STORED_FILES_PATH } from '@site/contract/backup-manifest'
import { SHIPPED_KEYS } from '@site/contract/shipping/names'
import { ignoreMissing } from './ignore-missing.ts'

const PREFIX = 'snapshot-'

/**
 * The files and folders in DATA_DIR that a backup contains besides the database. The files are never modified, so a hard link serves as a
 * copy.
 */
const KEPT = [...SHIPPED_KEYS.names, STORED_FILES_PATH, 'mail', 'sms']

/** A temporary folder in DATA_DIR for one backup. Disposing deletes it. */
export type WorkFolder = AsyncDisposable & { path: string }

/** Creates the temporary folder of a backup. */
export async function createWorkFolder(dataDir: string): Promise<WorkFolder> {
  const path = join(dataDir, `${PREFIX}${randomUUID()}`)
  await mkdir(path, { mode: 0o700 })
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Deletes the temporary folders of backups during which the server was stopped. */
export async function deleteLeftoverWorkFolders(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * Creates hard links in `folder` to the keys, stored files and mail files of DATA_DIR. Call it immediately before and after the backup of the
 * database ends: `folder` then has every stored file that a row of the backup refers to, because the server writes a file before it inserts
 * the row, and deletes it after it has deleted the row. Exception: a file that was uploaded and deleted between the two calls.
 */
export async function linkFiles(dataDir: string, folder: string): Promise<void> {
  for (const name of KEPT) await linkAll(join(dataDir, name), join(folder, name))
}

async function linkAll(from: string, to: string): Promise<void> {
  const facts = await stat(from).catch(ignoreMissing)
  if (facts === null) return
  if (!facts.isDirectory()) return linkOne(from, to)
  await mkdir(to, { recursive: true })
  for (const entry of (await readdir(from, { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
    // A hidden file is still being written; it gets its final name when it is complete.
    if (entry.isDirectory() || !entry.name.startsWith('.')) await linkAll(join(from, entry.name), join(to, entry.name))
  }
}

async function linkOne(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await link(from, to).catch(async (cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    // EEXIST: linked by the earlier call. ENOENT: deleted meanwhile. Other errors: the file system has no hard links, or the file belongs to
    // another user, whose files the kernel may not let us link (fs.protected_hardlinks).
    if (code !== 'EEXIST' && code !== 'ENOENT')
      await copyFile(from, to, constants.COPYFILE_FICLONE).catch(ignoreMissing)
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
