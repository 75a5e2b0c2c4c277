import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { createRequestAcceleration } from './acceleration/acceleration.ts'
import type { ApplicationOpener } from './application.ts'
import { registerAuthService } from './auth/routes.ts'
import type { ServerConfig } from './config.ts'
import type { MigrationSource } from './database/migrations/migrate.ts'
import type { Database } from './database/port/database.ts'
import { TableAccessCache } from './database/port/table-access.ts'
import { installFastPathHandlers } from './fast-path.ts'
import { registerEdgeFunctionsService } from './functions/routes.ts'
import { createClientNetworkResolver } from './http/client-network.ts'
import { registerCorsHook } from './http/cors.ts'
import { registerHealthRoutes } from './http/health.ts'
import { registerJwksRoute } from './http/jwks.ts'
import { loadServerKeys } from './http/keys.ts'
import { logRequests } from './http/log.ts'
import { installMalformedUrlHook } from './http/malformed-url.ts'
import { limitConcurrentProxyRequests } from './http/proxied-requests.ts'
import { createFastifyOptions, registerTransportHooks } from './http/server.ts'
import { createSourceTurns } from './http/source-turns.ts'
import { instrumentDatabase } from './metrics/database-metrics.ts'
import { MetricsRegistry } from './metrics/metrics.ts'
import { collectProcessMetrics } from './metrics/process-metrics.ts'
import { instrumentRequests } from './metrics/request-metrics.ts'
import { registerMetricsRoute } from './metrics/routes.ts'
import { registerRealtimeService } from './realtime/routes.ts'
import { registerRestService } from './rest/routes.ts'
import { createSchemaCache } from './rest/schema-cache.ts'
import type { ServiceDependencies } from './services.ts'
import { FileStore } from './storage/files.ts'
import { registerStorage } from './storage/routes.ts'

/** The dependencies of the server. Everything outside the process, such as the database and the log, is passed in. */
export type AppDependencies = {
  config: ServerConfig
  database: Database
  migrations: MigrationSource
  openApplication: ApplicationOpener
  log: FastifyBaseLogger
  stopping: AbortSignal
}

/** Creates the Fastify server with its request pipeline and all services. The server does not listen yet. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, log } = dependencies
  const metrics = new MetricsRegistry()
  const database = instrumentDatabase(dependencies.database, metrics)
  const notices = { untrustedProxy: false }
  const keys = await loadServerKeys(config)
  const application = await dependencies.openApplication({ config, keys, database, metrics, log, notices })
  const tableAccess = new TableAccessCache(database)
  const sourceOf = createClientNetworkResolver(config.trustedProxies, (peer) => {
    notices.untrustedProxy = true
    log.warn(
      { event: 'untrusted_proxy', peer },
      'A forwarding header comes from a peer that TRUSTED_PROXIES does not name',
    )
  })
  const services: ServiceDependencies = {
    ...dependencies,
    database,
    metrics,
    keys,
    schema: createSchemaCache(database),
    tableAccess,
    acceleration: createRequestAcceleration({
      isEnabled: config.acceleration,
      database,
      tableAccess,
      inserts: application.inserts,
      log,
    }),
    application,
    files: new FileStore(config.dataDir),
    sourceOf,
    turns: createSourceTurns(keys, sourceOf, config.limits.connectionsPerSource),
  }
  const stopWatching = collectProcessMetrics(metrics)
  const app = Fastify({ ...createFastifyOptions(config), loggerInstance: log })
  app.decorate('services', services)
  app.addHook('onClose', application.close)
  app.addHook('onClose', async () => stopWatching())

  registerTransportHooks(app, config)
  limitConcurrentProxyRequests(app, config, services.sourceOf)
  instrumentRequests(app, metrics)
  logRequests(app)
  registerCorsHook(app, config)
  installMalformedUrlHook(app)

  registerHealthRoutes(app)
  registerMetricsRoute(app)
  registerJwksRoute(app)
  registerAuthService(app, services)
  registerRestService(app, services)
  registerEdgeFunctionsService(app)
  registerRealtimeService(app, services)
  registerStorage(app, services)
  application.register(app)
  installFastPathHandlers(app, [...application.fastPaths, services.acceleration.respond])

  return app
}
