import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '@site/backend/config'
import { openDatabase } from '@site/backend/database/open'
import type { Database } from '@site/backend/database/port/database'
import { DATABASE_FOLDER, LAST_POSTGRES_FILE, readDatabaseMovedFile, readLastPostgresName } from './data-folder.ts'
import { countSiteRecords, formatSiteRecordCounts, hasNoSiteRecords } from './site-data-counts.ts'
import { describeDatabaseUrl } from './target.ts'

/**
 * Checks whether the server was started on an empty database while another database contains the site's data, which happens when
 * DATABASE_URL is set or removed without moving the data. Returns a warning of one sentence for the terminal, or null. Records in DATA_DIR
 * which PostgreSQL database is used.
 */
export async function findOtherDatabase(database: Database, config: ServerConfig): Promise<string | null> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) storeUsedServer(dataDir, describeDatabaseUrl(databaseUrl))
  if (!hasNoSiteRecords(await countSiteRecords(database))) return null
  if (databaseUrl !== null) return findEmbedded(config)
  const used = readLastPostgresName(dataDir)
  if (used === null) return null
  return `This embedded database has no people in it, and the site ran on PostgreSQL at ${used} before: set DATABASE_URL, or move the data here with npm run admin -- move --to embedded`
}

/**
 * Checks whether the embedded database contains data, and returns a warning for the terminal if it does, else null. Called only when
 * PostgreSQL is empty, because opening the embedded database takes a second and 100 MB of memory.
 */
async function findEmbedded({ databaseUrl, dataDir }: ServerConfig): Promise<string | null> {
  if (!existsSync(join(dataDir, DATABASE_FOLDER)) || readDatabaseMovedFile(dataDir) !== null) return null
  const embedded = await openDatabase({ databaseUrl: null, dataDir }).catch(() => null)
  if (embedded === null) return null
  const holdings = await countHoldings(embedded)
  if (hasNoSiteRecords(holdings)) return null
  return `PostgreSQL at ${describeDatabaseUrl(databaseUrl ?? '')} has no people in it, and the embedded database in ${dataDir} holds ${formatSiteRecordCounts(holdings)}: start without DATABASE_URL and move them with npm run admin -- move --to postgres://…`
}

async function countHoldings(database: Database) {
  try {
    return await countSiteRecords(database)
  } finally {
    await database.close()
  }
}

function storeUsedServer(dataDir: string, name: string): void {
  try {
    writeFileSync(join(dataDir, LAST_POSTGRES_FILE), `${name}\n`, { mode: 0o600 })
  } catch {
    // A write error, such as a full disk, must not prevent the start; the file only helps to detect a mistake of the operator.
  }
}
