import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const SQLITE_BUSY = 5
const PATIENCE_MS = 3_000
const RETRY_MS = 100

/**
 * Takes the lock of a folder, waiting a moment for a process that is just stopping, and answers the function that lets go
 * of it. Rejects when another process, or this one, holds it.
 *
 * Node has no file locks of its own, its SQLite has: the operating system drops them with the process, however it ends,
 * so no lock is ever left behind and no process id is ever mistaken for another's.
 */
export async function lockFolder(file: string): Promise<() => void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const lock = new DatabaseSync(file, { timeout: 0 })
    try {
      lock.exec('pragma journal_mode = memory; begin exclusive')
      return () => lock.close()
    } catch (error) {
      lock.close()
      if (!isBusy(error) || Date.now() > deadline) throw error
    }
    await pause(RETRY_MS)
  }
}

/** Whether the lock is refused because somebody holds it, and not because the file can't be written. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
