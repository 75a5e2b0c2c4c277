import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '@site/backend/config'
import type { Database, DatabaseConfig } from '@site/backend/database/port/database'
import type { ProjectOpener } from '@site/backend/start'
import { builtWebsite } from './built-website.ts'
import { MIGRATIONS } from './migrations.ts'
import type { OpenWebsite } from './site-application.ts'
import { readSiteSettings, SITE_VARIABLES } from './site-settings.ts'

/**
 * Returns this site as a project of the server. `preparedDatabase` is the folder of the build's prepared database for a first start
 * (prepared-database/prepared.ts).
 */
export function createSiteProject(openWebsite: OpenWebsite, preparedDatabase: string | null = null): ProjectOpener {
  return (env) => {
    const callerSettings = readSiteSettings(env)
    return {
      migrations: MIGRATIONS,
      variables: SITE_VARIABLES,
      openDatabase: (config) => openMigrated({ ...config, callerSettings }, preparedDatabase),
      async loadApplication(config) {
        const [{ openSite }, website] = await Promise.all([import('./site-application.ts'), openWebsite(config)])
        return (host) => openSite(host, website)
      },
    }
  }
}

/** Returns this site with the pages and the prepared database of a build, in the folder `website/dist` or a copy of it. */
export function createBuiltProject(folder: string): ProjectOpener {
  return createSiteProject(builtWebsite(folder), join(folder, 'database'))
}

async function openMigrated(config: ServerConfig & DatabaseConfig, preparedDatabase: string | null): Promise<Database> {
  const { recoverDataFolder, recoverInterruptedMove } = await import('./move/recover.ts')
  recoverDataFolder(config)
  if (preparedDatabase !== null && config.databaseUrl === null && isFirstStart(config.dataDir)) {
    const { takePrepared } = await import('./prepared-database/prepared.ts')
    await takePrepared(preparedDatabase, config.dataDir)
  }
  const [{ openDatabase }, { migrateDatabase }, { ensureHashKeys }, { eraseAgain }] = await Promise.all([
    import('@site/backend/database/open'),
    import('@site/backend/database/migrations/migrate'),
    import('./prepared-database/hash-keys.ts'),
    import('./operations/erase-again.ts'),
  ])
  const database = await openDatabase(config)
  try {
    await recoverInterruptedMove(database)
    await migrateDatabase(database, MIGRATIONS)
    if (database.engine === 'pglite') await ensureHashKeys(database)
    await eraseAgain(database, config.dataDir) // must finish before the mail worker starts to send
    return database
  } catch (error) {
    await database.close().catch(() => {}) // the first error is the one that is reported
    throw error
  }
}

function isFirstStart(dataDir: string): boolean {
  return !existsSync(join(dataDir, 'database'))
}
