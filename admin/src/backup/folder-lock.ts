import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Returns whether a running server has locked the database in a data folder. The server holds an exclusive SQLite lock on `database.lock`,
 * which the operating system releases even when the process is killed (backend/src/database/folder-lock.ts).
 */
export function isFolderLocked(dataDir: string): boolean {
  const file = join(dataDir, 'database.lock')
  if (!existsSync(file)) return false
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}
