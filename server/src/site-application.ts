import type { ApplicationHost, ServerApplication } from '@site/backend/application'
import type { ServerConfig } from '@site/backend/config'
import type { Product } from '@site/contract/product'
import type { WebhookSettings } from '../../supabase/functions/_shared/webhooks/targets.ts'
import { chooseCacheControl } from './downloads/cache-control.ts'
import { startDownloadCounter } from './downloads/download-counter.ts'
import { createSiteEdgeFunctions, createSiteIncomingWebhooks } from './functions/functions.ts'
import { createGlobalLimitAlarms } from './global-limit-alarms.ts'
import { formatStartGreeting } from './greeting.ts'
import { startHourlyCounter } from './hourly-counts.ts'
import { queueAuthMail } from './mail/auth-mail-outbox.ts'
import { openMailService } from './mail/mail-service.ts'
import { findOtherDatabase } from './move/other-database.ts'
import { isSendingHeld } from './operations/hold-sending.ts'
import { registerOperatorEndpoints } from './operations/routes.ts'
import { deleteLeftoverWorkFolders } from './operations/snapshot.ts'
import { startRetentionWorker } from './retention.ts'
import { fillBucketWithSampleRelease } from './sample-release.ts'
import type { ShippingSettings } from './shipping/settings.ts'
import { openShippingService } from './shipping/shipping-service.ts'
import { createSignupInsertExtension } from './signup-inserts.ts'
import { createSiteFastPath, registerSiteHandler } from './site/routes.ts'
import type { SitePages } from './site/site.ts'
import { registerSiteMetrics } from './site-metrics.ts'
import type { SiteSettings } from './site-settings.ts'
import { openWebhookService } from './webhooks/webhook-service.ts'

/** The site's pages and the product's brand data. */
export type WebsiteContent = { site: SitePages; product: Product }

/** A function that opens the website and the product's brand data: the built website, or in development one that renders on request. */
export type WebsiteOpener = (config: ServerConfig) => Promise<WebsiteContent>

/**
 * Opens the parts of the server that belong to this site: pages, mails, webhooks, early-access sign-ups, payments, download counts,
 * retention and operators' endpoints.
 */
export async function openSiteApplication(
  serverHost: ApplicationHost,
  { site, product }: WebsiteContent,
  settings: Omit<SiteSettings, 'database'> & { webhooks: WebhookSettings; shipping: ShippingSettings | null },
): Promise<ServerApplication> {
  const host = { ...serverHost, config: { ...serverHost.config, ...settings.mail } }
  const { config, database, metrics, log } = host
  const [otherDatabase, isSampleRelease, isHeld] = await Promise.all([
    findOtherDatabase(database, config).catch((err: unknown) => {
      log.warn({ event: 'other_database_check_failed', err }, 'Could not check whether another database has users')
      return null
    }),
    fillBucketWithSampleRelease({ database, dataDir: config.dataDir, product }),
    isSendingHeld(database),
    deleteLeftoverWorkFolders(config.dataDir),
  ])
  registerSiteMetrics(database, metrics)
  const mail = openMailService({ config, database, product, log })
  const webhooks = await openWebhookService({ config, database, product, log }, mail, settings.webhooks)
  const limitAlarms = createGlobalLimitAlarms({ database, metrics, log, mail })
  const retention = startRetentionWorker(database, log)
  const downloads = startDownloadCounter({
    database,
    dataDir: config.dataDir,
    downloadsBucket: product.downloadsBucket,
    metrics,
    log,
  })
  const functionHost = { config, database, product, log, payments: settings.payments, webhooks: webhooks.services }
  const hours = startHourlyCounter({ database, metrics, log })
  const shipping = await openShippingService(host, settings.shipping)
  return {
    name: product.name,
    passwordWords: [product.name.toLowerCase(), product.domain.split('.')[0]?.toLowerCase() ?? ''].filter(Boolean),
    functions: createSiteEdgeFunctions(functionHost, mail),
    incomingWebhooks: createSiteIncomingWebhooks(functionHost, mail),
    inserts: new Map([['early_access_users', createSignupInsertExtension(metrics, mail)]]),
    queueMail: queueAuthMail,
    wakeMailWorker: mail.wake,
    globalLimitReached: limitAlarms.reached,
    cacheControlOf: ({ name }) => chooseCacheControl(name),
    downloadStarted: downloads.count,
    register(app) {
      registerOperatorEndpoints(app, { ...host, product, limitAlarms, otherDatabase, shipping })
      registerSiteHandler(app, site)
    },
    fastPaths: [createSiteFastPath(site, metrics)],
    greeting: formatStartGreeting({
      config,
      product,
      isSampleRelease,
      otherDatabase,
      shipsTo: shipping?.status().store ?? null,
      isHeld,
    }),
    async close() {
      await Promise.all([mail.close(), webhooks.close(), retention.stop(), downloads.close(), hours.stop()])
      await shipping?.close() // last, so that rows that the other services store while they close are shipped too
    },
  }
}
