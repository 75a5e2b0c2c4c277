import type { FastifyInstance } from 'fastify'
import { siteCount } from '../metrics/request-metrics.ts'
import type { Services } from '../services.ts'

/** Every address that no service took: a page, a file, or the 404 page. The site writes its answers itself. */
export function registerSite(app: FastifyInstance, services: Services): void {
  const { site } = services
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    site.answer(request.raw, reply.raw)
  })
  app.addHook('onClose', () => site.close())
  answerFilesFirst(app, services)
}

/**
 * Pages and files are most of the traffic and need nothing of the pipeline: no key, no body, no refusal. They are answered
 * before it, counted and not logged. Once the server stops, they go through it too, and it hangs up on every client.
 */
function answerFilesFirst(app: FastifyInstance, { site, metrics }: Services): void {
  const count = siteCount(metrics)
  let isOpen = true
  app.addHook('preClose', async () => {
    isOpen = false
  })
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const start = performance.now()
    if (!isOpen || !site.answerFile?.(request, response)) return app.routing(request, response)
    count.answered(response.statusCode, performance.now() - start)
  })
}
