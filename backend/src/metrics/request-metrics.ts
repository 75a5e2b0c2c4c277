import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Counter, Histogram, Metrics } from './metrics.ts'

/** What one route counts: its answers by the first digit of their status, and how long they took. */
export type RouteCount = { answered(status: number, milliseconds: number): void }

declare module 'fastify' {
  interface FastifyRequest {
    /** null: no route answers this; then it is the site's, or an address of a service behind which nothing stands. */
    routeCount: RouteCount | null
  }
}

const TOTAL = ['http_requests_total', 'Answered requests.'] as const
const SECONDS = [
  'http_request_duration_seconds',
  'From the last byte of the headers to the last of the answer.',
] as const

/**
 * Counts every answer under its service, route and status class. Pages and files are counted in one line, so that nobody can
 * make lines by asking for addresses. The lines are found when routes are made, not when they are asked.
 */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const elsewhere = new Map(
    ['auth', 'rest', 'functions', 'realtime', 'storage', 'site'].map((service) => {
      return [service, routeCount(metrics, { service, method: 'any', route: 'none' })]
    }),
  )
  const site = siteCount(metrics)
  app.decorateRequest('routeCount', null)
  app.addHook('onRoute', (route) => {
    const count = routeCount(metrics, labelsOf(route))
    const remember: RouteOptions['onRequest'] = (request, _reply, done) => {
      request.routeCount = count
      done()
    }
    route.onRequest = [...[route.onRequest ?? []].flat(), remember]
  })
  app.addHook('onResponse', (request, reply, done) => {
    const count = request.routeCount ?? elsewhere.get(serviceOf(request.url)) ?? site
    count.answered(reply.statusCode, reply.elapsedTime)
    done()
  })
}

/** The one line of all pages and files, whoever answers them. */
export function siteCount(metrics: Metrics): RouteCount {
  return routeCount(metrics, { service: 'site', method: 'any', route: 'any' })
}

function routeCount(metrics: Metrics, labels: Record<string, string>): RouteCount {
  const byClass: (Counter | undefined)[] = []
  let seconds: Histogram | null = null // a line that nobody asked for yet would be sixteen lines of zeros
  return {
    answered(status, milliseconds) {
      const first = Math.floor(status / 100)
      const counter = byClass[first] ?? metrics.counter(...TOTAL, { ...labels, status: `${first}xx` })
      byClass[first] = counter
      counter.add()
      seconds ??= metrics.histogram(...SECONDS, labels)
      seconds.observe(milliseconds / 1_000)
    },
  }
}

function labelsOf({ url, method }: { url: string; method: string | readonly string[] }): Record<string, string> {
  const methods = [method].flat()
  // A route that refuses every other method is one line, and HEAD is the little brother of GET.
  const known = methods.includes('GET') ? 'GET' : methods.length === 1 ? String(methods[0]) : 'others'
  return { service: serviceOf(url), method: known, route: url }
}

/** `auth` of /auth/v1/token; `server` for the addresses about the process itself. */
function serviceOf(url: string): string {
  const slash = url.indexOf('/v1', 1)
  return slash === -1 ? 'server' : url.slice(1, slash)
}
