import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const SQLITE_BUSY = 5
const LOCK_TIMEOUT_MS = 3_000
const RETRY_MS = 100

/**
 * Takes the lock of a folder and returns the function that releases it. Retries for three seconds, for a process that is just stopping.
 * Rejects when another process, or this one, holds the lock.
 *
 * Node has no file locks, but its SQLite does. The operating system releases them when the process ends, so no stale lock is left and
 * no process id can be mistaken for another process.
 */
export async function lockFolder(file: string): Promise<() => void> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const lock = new DatabaseSync(file, { timeout: 0 })
    try {
      lock.exec('pragma journal_mode = memory; begin exclusive')
      return () => lock.close()
    } catch (error) {
      lock.close()
      if (!isLocked(error) || Date.now() > deadline) throw error
    }
    await pause(RETRY_MS)
  }
}

/** Returns whether the lock failed because it is held, rather than because the file can't be written. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
