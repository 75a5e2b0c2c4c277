import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { DATABASE, readMovedMark, readUsedServer, USED_SERVER } from './data-folder.ts'
import { holdingsOf, describeHoldings, isEmpty } from './holdings.ts'
import { nameOfAddress } from './target.ts'

/**
 * Looks whether a database without people was started beside another one that holds them, as happens when DATABASE_URL is set or left
 * out without a move. Answers one sentence for the person at the terminal, or null. Notes in DATA_DIR which PostgreSQL was used.
 */
export async function findOtherDatabase(database: Database, config: Config): Promise<string | null> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) noteUsedServer(dataDir, nameOfAddress(databaseUrl))
  if (!isEmpty(await holdingsOf(database))) return null
  if (databaseUrl !== null) return findEmbedded(config)
  const used = readUsedServer(dataDir)
  if (used === null) return null
  return `This embedded database holds nobody, and the site ran on PostgreSQL at ${used} before: set DATABASE_URL, or move the data here with npm run admin -- move --to embedded`
}

/** Opened only here, beside an empty PostgreSQL: an embedded engine takes a second and 100 MB. */
async function findEmbedded({ databaseUrl, dataDir, limits }: Config): Promise<string | null> {
  if (!existsSync(join(dataDir, DATABASE)) || readMovedMark(dataDir) !== null) return null
  const embedded = await openDatabase({ databaseUrl: null, dataDir, limits }).catch(() => null)
  if (embedded === null) return null
  const holdings = await heldBy(embedded)
  if (isEmpty(holdings)) return null
  return `PostgreSQL at ${nameOfAddress(databaseUrl ?? '')} holds nobody, and the embedded database in ${dataDir} holds ${describeHoldings(holdings)}: start without DATABASE_URL and move them with npm run admin -- move --to postgres://…`
}

async function heldBy(database: Database) {
  try {
    return await holdingsOf(database)
  } finally {
    await database.close()
  }
}

function noteUsedServer(dataDir: string, name: string): void {
  try {
    writeFileSync(join(dataDir, USED_SERVER), `${name}\n`, { mode: 0o600 })
  } catch {
    // A full disk keeps nobody from starting; the note is for a mistake that may never be made.
  }
}
