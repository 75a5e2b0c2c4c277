import Fastify, { type FastifyInstance } from 'fastify'
import { registerAuthService } from '../../packages/backend/src/auth/routes.ts'
import { readConfig } from '../../packages/backend/src/config.ts'
import { registerEdgeFunctionsService } from '../../packages/backend/src/functions/routes.ts'
import { registerHealthRoutes } from '../../packages/backend/src/http/health.ts'
import { registerJwksRoute } from '../../packages/backend/src/http/jwks.ts'
import { MetricsRegistry } from '../../packages/backend/src/metrics/metrics.ts'
import { registerMetricsRoute } from '../../packages/backend/src/metrics/routes.ts'
import { registerRealtimeService } from '../../packages/backend/src/realtime/routes.ts'
import { registerRestService } from '../../packages/backend/src/rest/routes.ts'
import type { ServiceDependencies } from '../../packages/backend/src/services.ts'
import { registerStorage } from '../../packages/backend/src/storage/routes.ts'
import type { OperationsDependencies } from '../../server/src/operations/read-status.ts'
import { registerOperatorEndpoints } from '../../server/src/operations/routes.ts'
import { registerSiteHandler } from '../../server/src/site/routes.ts'

/** The minimal dependencies for registering all routes of the server. It gets no request. */
const services = {
  config: readConfig({}),
  metrics: new MetricsRegistry(),
  database: { listen: async () => async () => {} },
  log: { info() {}, warn() {}, error() {} },
  acceleration: { start: async () => {}, stop: async () => {} },
  keys: { secret: 'sb_secret_of-this-test' },
  files: { folder: '' },
  application: { name: 'Product', passwordWords: [] },
} as unknown as ServiceDependencies

const parts = [
  registerHealthRoutes,
  registerMetricsRoute,
  registerJwksRoute,
  registerAuthService,
  registerRestService,
  registerEdgeFunctionsService,
  registerRealtimeService,
  registerStorage,
  (app: FastifyInstance) => registerOperatorEndpoints(app, services as unknown as OperationsDependencies),
  (app: FastifyInstance) => registerSiteHandler(app, { answer() {}, close: async () => {} }),
]

/** Registers all routes of the server, and returns their methods and path patterns. */
export async function listRoutes(): Promise<{ method: string; path: string }[]> {
  const app = Fastify({ exposeHeadRoutes: false })
  app.decorate('mounts', [])
  const routes = new Map<string, { method: string; path: string }>()
  app.addHook('onRoute', ({ method, url, handler }) => {
    // Routes that only respond with 405 are left out, because the fuzz tests send unsupported methods to every path anyway.
    if (handler.name === 'refuseMethod' && !url.startsWith('/rest')) return
    for (const name of [method].flat()) routes.set(`${name} ${url}`, { method: name, path: url })
  })
  for (const register of parts) register(app, services)
  await app.ready()
  await app.close()
  return [...routes.values()]
}
