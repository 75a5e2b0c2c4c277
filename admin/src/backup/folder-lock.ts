import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Whether a server holds the database in a data folder. It locks `database.lock` through SQLite, which the operating system
 * lets go of however the server ends (backend/src/database/folder-lock.ts).
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
