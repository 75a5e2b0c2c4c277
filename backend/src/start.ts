import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '@site/contract/product'
import type { FastifyBaseLogger } from 'fastify'
import { atPort, type Config, readConfig, VARIABLES } from './config.ts'
import { unreadVariables } from './config-unread.ts'
import type { Database } from './database/database.ts'
import { type Listener, listenOn } from './http/listener.ts'
import { SourceConnections } from './http/source-connections.ts'
import type { Site } from './site/site.ts'

/** A started server, which listens on its addresses. */
export type RunningServer = {
  /** The lines that are printed in the terminal after the start. */
  greeting: string[]
  log: FastifyBaseLogger
  stop(): Promise<void>
}

/** Opens the site and the product's brand data: the built site, or in development a site that renders on request. */
export type OpenWebsite = (config: Config) => Promise<{ site: Site; product: Product }>

const GRACE_MS = 10_000

/**
 * The number of connections beyond the limit of WebSockets, so that pages stay available and a WebSocket beyond its limit still gets an
 * error response.
 */
const SPARE_CONNECTIONS = 2_000

/**
 * Starts the server: binds the port first, then opens everything else in parallel. `preparedDatabase` is the folder of the build's prepared
 * database for a first start (database/prepared.ts). Rejects with a ConfigError when the environment, the database or the build is invalid;
 * nothing is then left running.
 */
export async function start(
  env: Record<string, string | undefined>,
  openWebsite: OpenWebsite,
  preparedDatabase: string | null = null,
): Promise<RunningServer> {
  const requested = readConfig(env)
  const listener = await listenOn(requested, {
    total: requested.limits.sockets + SPARE_CONNECTIONS,
    perSource: new SourceConnections(requested.limits.connectionsPerSource, requested.trustedProxies),
  })
  const config = atPort(env, listener.port)
  const database = openMigrated(config, preparedDatabase)
  try {
    return await serve(config, listener, database, openWebsite, env)
  } catch (error) {
    await listener.close(0)
    await database.then(
      (opened) => opened.close().catch(() => {}), // the first error is the one that is reported
      () => {},
    )
    const { startRefusal } = await import('./database/start-refusal.ts')
    throw startRefusal(error, config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL')
  }
}

async function serve(
  config: Config,
  listener: Listener,
  opening: Promise<Database>,
  openWebsite: OpenWebsite,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RunningServer> {
  const [{ createApp }, { findOtherDatabase }, { createLog }, { site, product }, database] = await Promise.all([
    import('./app.ts'),
    import('./move/other-database.ts'),
    import('./http/log.ts'),
    openWebsite(config),
    opening,
  ])
  const stopping = new AbortController()
  const log = createLog()
  const otherDatabase = await findOtherDatabase(database, config).catch((err: unknown) => {
    log.warn({ event: 'other_database', err }, 'Could not check whether another database has users')
    return null
  })
  const app = await createApp({ config, database, site, product, log, otherDatabase, stopping: stopping.signal })
  await app.ready()
  const { placeSampleRelease } = await import('./storage/sample-release.ts')
  const isSampleRelease = await placeSampleRelease({ database, dataDir: config.dataDir, product })
  listener.serve(app)
  return {
    greeting: [
      ...greetingOf(config, product, isSampleRelease),
      ...(otherDatabase === null ? [] : [`Attention: ${otherDatabase}`]),
      ...unreadVariables(env, VARIABLES),
    ],
    log,
    async stop() {
      stopping.abort()
      await listener.linger()
      const drained = listener.close(GRACE_MS)
      await app.close()
      await drained
      await database.close()
    },
  }
}

async function openMigrated(config: Config, preparedDatabase: string | null): Promise<Database> {
  const { recoverFolder, recoverMove } = await import('./move/recover.ts')
  recoverFolder(config)
  if (preparedDatabase !== null && config.databaseUrl === null && isFirstStart(config.dataDir)) {
    const { takePrepared } = await import('./database/prepared.ts')
    await takePrepared(preparedDatabase, config.dataDir)
  }
  const [{ openDatabase }, { migrate }, { ensureHashKeys }, { eraseAgain }] = await Promise.all([
    import('./database/open.ts'),
    import('./database/migrate.ts'),
    import('./database/hash-keys.ts'),
    import('./operations/erase-again.ts'),
  ])
  const database = await openDatabase(config)
  try {
    await recoverMove(database)
    await migrate(database)
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

function greetingOf(config: Config, product: Product, isSampleRelease: boolean): string[] {
  const isEmbedded = config.databaseUrl === null
  return [
    `${product.name} is at ${config.siteUrl}`,
    isEmbedded
      ? `Data is kept in ${config.dataDir}`
      : `Data is kept in PostgreSQL at ${hostOf(config.databaseUrl)}, files in ${config.dataDir}`,
    config.smtpUrl === null
      ? `Mail is written to ${config.dataDir}/mail`
      : `Mail goes through ${hostOf(config.smtpUrl)}`,
    ...(product.testimonialsAreSamples ? ['The testimonials are samples: put real ones into website/app/content'] : []),
    ...(product.filmIsSample ? ['The film is a stand-in: put your own into website/app/brand.ts'] : []),
    ...(isSampleRelease ? ['The downloads are samples: publish real ones with npm run admin -- release publish'] : []),
  ]
}

function hostOf(url: string | null): string {
  return URL.parse(url ?? '')?.host ?? 'the given address'
}
