import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { accelerate } from './acceleration/acceleration.ts'
import type { OpenApplication } from './application.ts'
import { registerAuth } from './auth/routes.ts'
import type { Config } from './config.ts'
import type { MigrationSource } from './database/migrations/migrate.ts'
import type { Database } from './database/port/database.ts'
import { TableAccessCache } from './database/port/table-access.ts'
import { installFastPath } from './fast-path.ts'
import { registerFunctions } from './functions/routes.ts'
import { handleCors } from './http/cors.ts'
import { registerHealth } from './http/health.ts'
import { registerJwks } from './http/jwks.ts'
import { loadServerKeys } from './http/keys.ts'
import { logRequests } from './http/log.ts'
import { refuseMalformed } from './http/malformed-address.ts'
import { limitProxiedRequests } from './http/proxied-requests.ts'
import { createFastifyOptions, registerTransportHooks } from './http/server.ts'
import { createClientNetworkResolver } from './http/source.ts'
import { instrumentDatabase } from './metrics/database-metrics.ts'
import { Metrics } from './metrics/metrics.ts'
import { collectProcessMetrics } from './metrics/process-metrics.ts'
import { instrumentRequests } from './metrics/request-metrics.ts'
import { registerMetrics } from './metrics/routes.ts'
import { registerRealtime } from './realtime/routes.ts'
import { registerRest } from './rest/routes.ts'
import { createSchemaCache } from './rest/schema-cache.ts'
import type { Services } from './services.ts'
import { registerStorage } from './storage/routes.ts'

/** The dependencies of the server. Everything outside the process, such as the database and the log, is passed in. */
export type Dependencies = {
  config: Config
  database: Database
  migrations: MigrationSource
  openApplication: OpenApplication
  log: FastifyBaseLogger
  stopping: AbortSignal
}

/** Creates the Fastify server with its request pipeline and all services. The server does not listen yet. */
export async function createApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, log } = dependencies
  const metrics = new Metrics()
  const database = instrumentDatabase(dependencies.database, metrics)
  const notices = { untrustedProxy: false }
  const keys = await loadServerKeys(config)
  const application = await dependencies.openApplication({ config, keys, database, metrics, log, notices })
  const tableAccess = new TableAccessCache(database)
  const services: Services = {
    ...dependencies,
    database,
    metrics,
    keys,
    schema: createSchemaCache(database),
    tableAccess,
    acceleration: accelerate({
      isEnabled: config.acceleration,
      database,
      tableAccess,
      inserts: application.inserts,
      log,
    }),
    application,
    sourceOf: createClientNetworkResolver(config.trustedProxies, (peer) => {
      notices.untrustedProxy = true
      log.warn(
        { event: 'untrusted_proxy', peer },
        'A forwarding header comes from a peer that TRUSTED_PROXIES does not name',
      )
    }),
  }
  const stopWatching = collectProcessMetrics(metrics)
  const app = Fastify({ ...createFastifyOptions(config), loggerInstance: log })
  app.decorate('services', services)
  app.addHook('onClose', application.close)
  app.addHook('onClose', async () => stopWatching())

  registerTransportHooks(app, config)
  limitProxiedRequests(app, config, services.sourceOf)
  instrumentRequests(app, metrics)
  logRequests(app)
  handleCors(app, config)
  refuseMalformed(app)

  registerHealth(app, services)
  registerMetrics(app, services)
  registerJwks(app, services)
  registerAuth(app, services)
  registerRest(app, services)
  registerFunctions(app, services)
  registerRealtime(app, services)
  registerStorage(app, services)
  application.register(app)
  installFastPath(app, [...application.fastPaths, services.acceleration.respond])

  return app
}
