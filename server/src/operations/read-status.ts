import { statfs } from 'node:fs/promises'
import type { ApplicationHost } from '@site/backend/application'
import type { ServerConfig } from '@site/backend/config'
import { describeChangedMigration, findChangedMigrations } from '@site/backend/database/migrations/compare-migrations'
import type { Database } from '@site/backend/database/port/database'
import { DatabaseUnavailable } from '@site/backend/database/port/errors'
import { defineEndpoint, type EndpointHandler } from '@site/backend/http/endpoint'
import { okResponse } from '@site/backend/http/endpoint-response'
import type { Product } from '@site/contract/product'
import type { GlobalLimitAlarms } from '../global-limit-alarms.ts'
import { SITE_MIGRATIONS } from '../migrations.ts'
import { listSamples } from '../samples.ts'
import type { ShippingService } from '../shipping/shipping-service.ts'
import type { SiteConfig } from '../site-settings.ts'
import { readDatabaseStatus } from './read-database-status.ts'

/** The dependencies of the operators' endpoints. */
export type OperationsDependencies = ApplicationHost & {
  config: SiteConfig
  product: Product
  limitAlarms: Pick<GlobalLimitAlarms, 'lastReached'>
  /**
   * A warning of one sentence when the server was started on an empty database although the site has used another one, otherwise null
   * (move/other-database.ts).
   */
  otherDatabase: string | null
  /** The service that ships the database to the store of SHIP_TO; null without SHIP_TO. */
  shipping: ShippingService | null
}

/** GET /operations/v1/status. Returns the configuration that the command `npm run admin -- doctor` checks, without secrets. */
export function readStatusEndpoint({
  config,
  database,
  product,
  notices,
  limitAlarms,
  otherDatabase,
  shipping,
}: OperationsDependencies): EndpointHandler {
  return defineEndpoint({
    access: 'operator',
    async handle() {
      return okResponse(
        {
          database: await readDatabaseStatus(database),
          otherDatabase,
          changedMigrations: await describeChangedMigrations(database),
          siteUrl: config.siteUrl,
          sendsMail: config.smtpUrl !== null,
          mailFrom: config.mailFrom,
          domain: product.domain,
          trustsProxies: config.trustedProxies.length > 0,
          untrustedProxy: notices.untrustedProxy,
          globalLimitsReached: Object.fromEntries(limitAlarms.lastReached),
          samples: listSamples(product, config),
          downloadsBucket: product.downloadsBucket,
          installerBases: product.installerBases,
          shipping: shipping?.status() ?? null,
          disk: await diskOf(config),
          node: process.version,
          upSeconds: Math.round(process.uptime()),
        },
        { 'cache-control': 'no-store' },
      )
    },
  })
}

/** Returns a sentence for each migration that was changed after it was applied; none while the database cannot be reached. */
async function describeChangedMigrations(database: Database): Promise<string[]> {
  try {
    return (await findChangedMigrations(database, SITE_MIGRATIONS)).map(describeChangedMigration)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return []
    throw error
  }
}

async function diskOf({ dataDir }: ServerConfig): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
