import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { httpErrors } from './http-errors.ts'
import type { Mount } from './service.ts'

/** The URL of a request that Fastify cannot route, and the service it belongs to; without one it is the site's. */
type OriginalRequest = { url: string | undefined; mount: Mount | undefined }

const malformed = new WeakMap<IncomingMessage, OriginalRequest>()

/**
 * Routes a request whose URL Fastify cannot route: an invalid escape (`/%zz`), or a parameter that is too long. Fastify calls no hooks
 * for these, so they would bypass rate limits, metrics and the log. With the URL replaced by that of its service, or of the home page,
 * the request passes all hooks; `refuseMalformed` ends it before any route.
 */
export function routeMalformed({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const { url } = raw
  const mount = server.mounts.find(({ prefix }) => url?.startsWith(`${prefix}/`))
  malformed.set(raw, { url, mount })
  raw.url = `${mount?.prefix ?? ''}/`
  server.routing(raw, reply.raw)
}

/** Refuses the requests of `routeMalformed` in the format of their service. The site handles its own URLs itself. */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const asked = malformed.get(raw)
    if (asked === undefined) return
    if (asked.url !== undefined) raw.url = asked.url
    if (asked.mount !== undefined) throw httpErrors.badUrl()
  })
}

/** Returns whether a request has a URL that cannot be routed; its route is then a placeholder. */
export function isMalformed({ raw }: FastifyRequest): boolean {
  return malformed.has(raw)
}
