import type { FastifyInstance } from 'fastify'
import type { FastPath } from '../fast-path.ts'
import { siteCount } from '../metrics/request-metrics.ts'
import type { Services } from '../services.ts'

/** Every address that no service took: a page, a file, or the 404 page. The site writes its answers itself. */
export function registerSite(app: FastifyInstance, { site }: Services): void {
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    site.answer(request.raw, reply.raw)
  })
  app.addHook('onClose', () => site.close())
}

/** Pages and files, which are most of the traffic. */
export function siteFastPath({ site, metrics }: Services): FastPath {
  const count = siteCount(metrics)
  return (request, response) => (site.answerFile?.(request, response) ? count : null)
}
