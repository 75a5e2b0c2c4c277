import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../config.ts'

const SQLITE_BUSY = 5

/** The name of the lock file in DATA_DIR. The server holds its lock while it uses the database. */
const DATABASE_LOCK_FILE_NAME = 'database.lock'

const LOCK_TIMEOUT_MS = 3_000
const RETRY_MS = 100

/**
 * Locks a folder through a lock file and returns a function that releases the lock. Retries for three seconds, because a process that is
 * shutting down may still hold the lock. Rejects when another process, or this process, holds the lock.
 *
 * Node.js has no file locks, so the lock is an exclusive SQLite transaction. The operating system releases it when the process ends: no
 * stale lock is left, and no reused process id can be mistaken for the holder.
 */
export async function lockFolder(file: string): Promise<() => void> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      return takeLock(file)
    } catch (error) {
      if (!isFolderLockedError(error) || Date.now() > deadline) throw error
    }
    await pause(RETRY_MS)
  }
}

function takeLock(file: string): () => void {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return () => lock.close()
  } catch (error) {
    lock.close()
    throw error
  }
}

/** Returns whether an error of `lockFolder` means that the lock is held, rather than that the lock file can't be written. */
export function isFolderLockedError(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/**
 * Creates `DATA_DIR` if needed and locks it. Returns a function that releases the lock. Rejects with a ConfigError when another process uses
 * the folder, or when nothing can be written there.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return await lockFolder(join(dataDir, DATABASE_LOCK_FILE_NAME))
  } catch (cause) {
    const reason = isFolderLockedError(cause)
      ? 'another process is using it'
      : `nothing can be written there (${cause instanceof Error ? cause.message : String(cause)})`
    throw new ConfigError(`DATA_DIR: ${dataDir} can't be used: ${reason}.`, { cause })
  }
}

/** Returns whether a process uses the database in a data folder. Returns true also when the lock file can't be written. */
export function isDataFolderLocked(dataDir: string): boolean {
  const file = join(dataDir, DATABASE_LOCK_FILE_NAME)
  if (!existsSync(file)) return false
  try {
    takeLock(file)()
    return false
  } catch {
    return true
  }
}
