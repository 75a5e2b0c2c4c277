import * as fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { registerAuthService } from '../../backend/src/auth/routes.ts'
import { readConfig } from '../../backend/src/config.ts'
import { registerEdgeFunctionsService } from '../../backend/src/functions/routes.ts'
import { registerHealthRoutes } from '../../backend/src/http/health.ts'
import { registerJwksRoute } from '../../backend/src/http/jwks.ts'
import { MetricsRegistry } from '../../backend/src/metrics/metrics.ts'
import { registerMetricsRoute } from '../../backend/src/metrics/routes.ts'
import { registerRealtimeService } from '../../backend/src/realtime/routes.ts'
import { registerRestService } from '../../backend/src/rest/routes.ts'
import type { ServiceDependencies } from '../../backend/src/services.ts'
import { registerStorage } from '../../backend/src/storage/routes.ts'
import type { OperationsDependencies } from '../../server/src/operations/read-status.ts'
import { registerOperatorEndpoints } from '../../server/src/operations/routes.ts'
import { registerSiteHandler } from '../../server/src/site/routes.ts'
import { fuzzedEndpoints } from '../odd-inputs/endpoints.ts'
import { createRequestArbitrary } from '../odd-inputs/odd-requests.ts'
import { inheritedPropertyNames } from '../odd-inputs/odd-values.ts'

/** The minimal dependencies for registering all routes of the server. The test sends no request. */
const services = {
  config: readConfig({}),
  metrics: new MetricsRegistry(),
  database: { listen: async () => async () => {} },
  log: { info() {}, warn() {}, error() {} },
  acceleration: { start: async () => {}, stop: async () => {} },
  keys: { secret: 'sb_secret_of-this-test' },
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

test('the endpoint list of the fuzz tests equals the registered routes', async () => {
  const app = Fastify({ exposeHeadRoutes: false })
  app.decorate('mounts', [])
  const routes = new Set<string>()
  app.addHook('onRoute', ({ method, url, handler }) => {
    // Routes that only respond with 405 are excluded, because the fuzz tests send requests with unsupported methods to every path
    // anyway.
    if (handler.name !== 'refuseMethod' || url.startsWith('/rest')) {
      for (const name of [method].flat()) routes.add(`${name} ${url}`)
    }
  })
  for (const register of parts) register(app, services)
  await app.ready()
  await app.close()
  const listed = fuzzedEndpoints.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.toSorted()).toEqual([...routes].toSorted())
})

test('fuzz requests contain inherited property names such as constructor in path, query, headers and body', () => {
  const endpoint = { method: 'POST', path: '/rest/v1/:table', query: ['select'], body: ['name'] }
  const requests = fc.sample(createRequestArbitrary(endpoint), { numRuns: 3_000, seed: 5 })
  const queries = requests.flatMap(({ url }) => [...new URL(url, 'http://localhost').searchParams])
  const headers = requests.flatMap((request) => Object.entries(request.headers))
  const bodies = requests.flatMap(({ body }) => membersOf(body ?? ''))
  for (const word of inheritedPropertyNames) {
    expect(requests.some(({ url }) => url.startsWith(`/rest/v1/${word}`))).toBe(true)
    for (const pairs of [queries, headers, bodies]) {
      expect(pairs.some(([name]) => name === word)).toBe(true)
      expect(pairs.some(([, value]) => value === word)).toBe(true)
    }
    expect(headers).toContainEqual(['prefer', `${word}=1`])
  }
})

function membersOf(json: string): [name: string, value: unknown][] {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? Object.entries(value) : []
  } catch {
    return []
  }
}
