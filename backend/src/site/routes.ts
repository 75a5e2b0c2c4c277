import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/** Every address that no service took: a page, a file, or the 404 page. The site writes its answers itself. */
export function registerSite(app: FastifyInstance, { site }: Services): void {
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    site.answer(request.raw, reply.raw)
  })
  app.addHook('onClose', () => site.close())
}
