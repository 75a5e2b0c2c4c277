import type { Application, ApplicationHost } from '@site/backend/application'
import type { Config } from '@site/backend/config'
import type { Product } from '@site/contract/product'
import { siteFunctions } from './functions/functions.ts'
import { globalLimitAlarms } from './global-limit-alarms.ts'
import { greetingOf } from './greeting.ts'
import { queueAuthMail } from './mail/auth-mail-outbox.ts'
import { openMail } from './mail/mail-service.ts'
import { findOtherDatabase } from './move/other-database.ts'
import { registerOperations } from './operations/routes.ts'
import { keepRetention } from './retention.ts'
import { placeSampleRelease } from './sample-release.ts'
import { signupInserts } from './signup-inserts.ts'
import { registerSite, siteFastPath } from './site/routes.ts'
import type { SitePages } from './site/site.ts'
import { watchSite } from './site-metrics.ts'

/** The site's pages and the product's brand data. */
export type Website = { site: SitePages; product: Product }

/** Opens the site and the product's brand data: the built site, or in development a site that renders on request. */
export type OpenWebsite = (config: Config) => Promise<Website>

/** Opens this site's application: its pages, mails, early-access sign-ups, retention and operators' endpoints. */
export async function openSite(host: ApplicationHost, { site, product }: Website): Promise<Application> {
  const { config, database, metrics, log } = host
  const otherDatabase = await findOtherDatabase(database, config).catch((err: unknown) => {
    log.warn({ event: 'other_database', err }, 'Could not check whether another database has users')
    return null
  })
  const isSampleRelease = await placeSampleRelease({ database, dataDir: config.dataDir, product })
  watchSite(database, metrics)
  const mail = openMail({ config, database, product, log })
  const limitAlarms = globalLimitAlarms({ database, metrics, log, mail })
  const retention = keepRetention(database, log)
  return {
    name: product.name,
    passwordWords: [product.name.toLowerCase(), product.domain.split('.')[0]?.toLowerCase() ?? ''].filter(Boolean),
    functions: siteFunctions({ config, database, product, log }, mail),
    inserts: new Map([['early_access_users', signupInserts(metrics, mail)]]),
    queueMail: queueAuthMail,
    wakeMailWorker: mail.wake,
    globalLimitReached: limitAlarms.reached,
    register(app) {
      registerOperations(app, { ...host, product, limitAlarms, otherDatabase })
      registerSite(app, site)
    },
    fastPaths: [siteFastPath(site, metrics)],
    greeting: greetingOf({ config, product, isSampleRelease, otherDatabase }),
    async close() {
      await Promise.all([mail.close(), retention.stop()])
    },
  }
}
