import type { ServerConfig } from '@site/backend/config'
import type { Database, DatabaseConfig, PostgresSettingValues } from '@site/backend/database/port/database'
import type { ProjectOpener } from '@site/backend/start'
import { createBuiltWebsiteOpener } from './built-website.ts'
import { SITE_MIGRATIONS } from './migrations.ts'
import { requireShippable, type ShippingSettings } from './shipping/settings.ts'
import type { WebsiteOpener } from './site-application.ts'
import {
  readShippingSettings,
  readSiteSettings,
  readWebhookSettings,
  SITE_VARIABLE_PREFIXES,
  SITE_VARIABLES,
  VARIABLES_OF_OTHER_PARTS,
} from './site-settings.ts'

/** Returns this site as a project that the server can run. */
export function createSiteProject(openWebsite: WebsiteOpener): ProjectOpener {
  return (env) => {
    const { database: callerSettings, ...settings } = readSiteSettings(env)
    const webhooks = readWebhookSettings(env)
    const shipping = readShippingSettings(env)
    return {
      migrations: SITE_MIGRATIONS,
      variables: {
        names: Object.keys(SITE_VARIABLES),
        prefixes: SITE_VARIABLE_PREFIXES,
        elsewhere: [...VARIABLES_OF_OTHER_PARTS.keys()],
      },
      async openDatabase(config) {
        const engineSettings = engineSettingsFor(shipping, config)
        return openMigrated({ ...config, callerSettings, engineSettings })
      },
      async loadApplication(config) {
        const [{ openSiteApplication }, website] = await Promise.all([
          import('./site-application.ts'),
          openWebsite(config),
        ])
        return (host) => openSiteApplication(host, website, { ...settings, webhooks, shipping })
      },
    }
  }
}

/** Returns this site with the pages of a build, in the folder `website/dist` or a copy of it. */
export function createBuiltProject(folder: string): ProjectOpener {
  return createSiteProject(createBuiltWebsiteOpener(folder))
}

async function openMigrated(config: ServerConfig & DatabaseConfig): Promise<Database> {
  const [
    { openDatabase },
    { migrateDatabase },
    { reapplyErasures },
    { recordRestore },
    { holdCopiedDatabase },
    { settleMove },
  ] = await Promise.all([
    import('@site/backend/database/open'),
    import('@site/backend/database/migrations/migrate'),
    import('./operations/reapply-erasures.ts'),
    import('./operations/record-restore.ts'),
    import('./operations/hold-sending.ts'),
    import('./move/settle-move.ts'),
  ])
  const database = await openDatabase(config)
  try {
    await settleMove(database, config)
    await migrateDatabase(database, SITE_MIGRATIONS)
    if (database.own) await recordRestore(database, config.dataDir)
    else await holdCopiedDatabase(database)
    await reapplyErasures(database, config.dataDir) // erasures must finish before the mail worker starts to send
    return database
  } catch (error) {
    await database.close().catch(() => {}) // an error of `close` is ignored, so that the first error is the one that is reported
    throw error
  }
}

/**
 * Returns the PostgreSQL settings that shipping needs. `wal_keep_size` keeps the log that a store misses while it cannot be reached. When
 * the store misses more than that, shipping begins a new generation with a copy of the database. Throws a ConfigError when the database
 * cannot be shipped to the store.
 */
function engineSettingsFor(shipping: ShippingSettings | null, config: ServerConfig): PostgresSettingValues {
  if (shipping === null) return {}
  requireShippable(shipping, config)
  return { wal_keep_size: '256MB' }
}
