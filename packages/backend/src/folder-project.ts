import { basename, join, resolve } from 'node:path'
import type { ApplicationHost, ServerApplication } from './application.ts'
import { createMailFileWriter } from './auth/messages/mail-files.ts'
import type { MigrationSource } from './database/migrations/migrate.ts'
import type { Database, DatabaseConfig } from './database/port/database.ts'
import { loadEdgeFunctions } from './functions/deno-functions.ts'
import type { ServerProject } from './start.ts'

/** Returns the project in a folder that follows the Supabase CLI's conventions: `supabase/migrations` and `supabase/functions`. */
export function createFolderProject(folder: string): ServerProject {
  const migrations: MigrationSource = { folder: join(folder, 'supabase/migrations') }
  return {
    migrations,
    variables: { names: [], prefixes: [], elsewhere: [] },
    openDatabase: (config) => openMigrated(config, migrations),
    loadApplication: async () => (host) => openFolder(resolve(folder), host),
  }
}

async function openMigrated(config: DatabaseConfig, migrations: MigrationSource): Promise<Database> {
  const [{ openDatabase }, { migrateDatabase }] = await Promise.all([
    import('./database/open.ts'),
    import('./database/migrations/migrate.ts'),
  ])
  const database = await openDatabase(config)
  try {
    await migrateDatabase(database, migrations)
    return database
  } catch (error) {
    await database.close().catch(() => {}) // an error of closing is ignored, so that the first error is thrown
    throw error
  }
}

async function openFolder(folder: string, { config, keys, log }: ApplicationHost): Promise<ServerApplication> {
  const environment = {
    SUPABASE_URL: config.siteUrl,
    SUPABASE_ANON_KEY: config.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
  }
  const name = basename(folder)
  return {
    name,
    passwordWords: [name.toLowerCase()],
    functions: await loadEdgeFunctions(join(folder, 'supabase/functions'), environment, log),
    incomingWebhooks: new Map(),
    inserts: new Map(),
    queueMail: createMailFileWriter(config.dataDir, config.siteUrl, log),
    wakeMailWorker() {},
    globalLimitReached: (limit) =>
      log.warn({ event: 'global_limit_reached', limit }, 'A global rate limit was reached'),
    cacheControlOf: () => null,
    downloadStarted() {},
    register() {},
    fastPaths: [],
    greeting: [`${name} is at ${config.siteUrl}`, `Data is kept in ${config.dataDir}`],
    close: async () => {},
  }
}
