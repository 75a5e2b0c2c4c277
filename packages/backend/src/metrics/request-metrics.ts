import type { FastifyInstance, RouteOptions } from 'fastify'
import type { DurationHistogram, MetricCounter, MetricsRegistry } from './metrics.ts'

/** Counts the responses of one route by status class, and their durations. */
export type RouteMetrics = { record(status: number, milliseconds: number): void }

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The counter of the request's route. null when no route of a service matches: the request is for the site, or for an unknown URL of a
     * service.
     */
    routeCount: RouteMetrics | null
  }
}

const TOTAL = ['http_requests_total', 'Answered requests.'] as const
const SECONDS = [
  'http_request_duration_seconds',
  'From the last byte of the headers to the last of the answer.',
] as const

/**
 * Counts every response by service, route and status class. All pages and files of the site share one series, so that requests for random
 * URLs cannot create series. Counters are looked up when routes are created, not at each request.
 */
export function instrumentRequests(app: FastifyInstance, metrics: MetricsRegistry): void {
  const unmatched = new Map(
    ['auth', 'rest', 'functions', 'realtime', 'storage', 'site'].map((service) => {
      return [service, routeCount(metrics, { service, method: 'any', route: 'none' })]
    }),
  )
  const site = createSiteMetrics(metrics)
  app.decorateRequest('routeCount', null)
  app.addHook('onRoute', (route) => {
    const count = routeCount(metrics, labelsOf(route))
    const setRouteCount: RouteOptions['onRequest'] = (request, _reply, done) => {
      request.routeCount = count
      done()
    }
    route.onRequest = [...[route.onRequest ?? []].flat(), setRouteCount]
  })
  app.addHook('onResponse', (request, reply, done) => {
    const count = request.routeCount ?? unmatched.get(serviceOf(request.url)) ?? site
    count.record(reply.statusCode, reply.elapsedTime)
    done()
  })
}

/** Returns the request counter that all pages and files of the site share. */
export function createSiteMetrics(metrics: MetricsRegistry): RouteMetrics {
  return routeCount(metrics, { service: 'site', method: 'any', route: 'any' })
}

function routeCount(metrics: MetricsRegistry, labels: Record<string, string>): RouteMetrics {
  const byClass: (MetricCounter | undefined)[] = []
  let seconds: DurationHistogram | null = null // created on first use: an unused histogram would add sixteen lines of zeros
  return {
    record(status, milliseconds) {
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
  // A route for several methods has one series with the method `others`, and HEAD is counted as GET.
  const known = methods.includes('GET') ? 'GET' : methods.length === 1 ? String(methods[0]) : 'others'
  return { service: serviceOf(url), method: known, route: url }
}

/** Returns the service of a URL, such as `auth` for /auth/v1/token, or `server` for URLs about the process itself. */
function serviceOf(url: string): string {
  const slash = url.indexOf('/v1', 1)
  return slash === -1 ? 'server' : url.slice(1, slash)
}
