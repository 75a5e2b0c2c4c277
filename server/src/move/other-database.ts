import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '@site/backend/config'
import { POSTGRES_FOLDER_NAME } from '@site/backend/database/own-postgres/home'
import type { Database } from '@site/backend/database/port/database'
import { describeSiteRecords } from './site-records.ts'
import { describeDatabase } from './target.ts'

/** The file in DATA_DIR that records which other PostgreSQL database the site last ran on. */
const LAST_DATABASE_FILE = 'postgres-used'

/**
 * Checks whether the server was started on an empty database while another database may contain the site's data, which happens when
 * DATABASE_URL is set or removed without moving the data. Returns a warning of one sentence for the terminal, or null. Records in DATA_DIR
 * which PostgreSQL database is used.
 */
export async function findOtherDatabase(database: Database, config: ServerConfig): Promise<string | null> {
  const { databaseUrl, dataDir } = config
  const file = join(dataDir, LAST_DATABASE_FILE)
  const isEmpty = async () => (await database.scriptTransaction(describeSiteRecords)) === ''
  if (databaseUrl === null) {
    if (!existsSync(file) || !(await isEmpty())) return null
    const used = readFileSync(file, 'utf8').trim()
    return `The own PostgreSQL has no people in it, and the site ran on ${used} before: set DATABASE_URL, or move the data here with npm run admin -- move --to own`
  }
  const name = describeDatabase(config)
  try {
    writeFileSync(file, `${name}\n`, { mode: 0o600 })
  } catch {
    // A write error, such as a full disk, must not prevent the start; the file only helps to detect a mistake of the operator.
  }
  const own = join(dataDir, POSTGRES_FOLDER_NAME)
  if (!existsSync(own) || !(await isEmpty())) return null
  return `PostgreSQL at ${name} has no people in it, and ${own} holds another database: if that is the site's, start without DATABASE_URL and move it with npm run admin -- move --to postgres://…`
}
