import type { FastPathHandler } from '@site/backend/fast-path'
import type { MetricsRegistry } from '@site/backend/metrics/metrics'
import { createSiteMetrics } from '@site/backend/metrics/request-metrics'
import { CHANGE_PASSWORD } from '@site/contract/change-password'
import type { FastifyInstance } from 'fastify'
import type { SitePages } from './site.ts'

/**
 * Registers the redirect to the form for changing a password, and the handler of every path that no service of the server handles: it
 * responds with a page, a file, or the 404 page of the site. The site writes to the Node.js response directly.
 */
export function registerSiteHandler(app: FastifyInstance, site: SitePages): void {
  app.get(CHANGE_PASSWORD.path, (_request, reply) => reply.redirect(CHANGE_PASSWORD.page, 302))
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    site.answer(request.raw, reply.raw)
  })
  app.addHook('onClose', () => site.close())
}

/** Returns the fast path, which bypasses the request pipeline, for the site's pages and files. They are most of the traffic. */
export function createSiteFastPath(site: SitePages, metrics: MetricsRegistry): FastPathHandler {
  const count = createSiteMetrics(metrics)
  return (request, response) => (site.serveFromMemory?.(request, response) ? count : null)
}
