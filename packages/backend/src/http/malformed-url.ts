import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { httpErrors } from './http-errors.ts'
import type { ServiceMount } from './service.ts'

/**
 * The original URL of a request that Fastify cannot route, and the service that its prefix belongs to. Without a service the URL belongs to
 * the site.
 */
type OriginalRequest = { url: string | undefined; mount: ServiceMount | undefined }

const malformed = new WeakMap<IncomingMessage, OriginalRequest>()

/**
 * Routes a request whose URL Fastify cannot route: with an invalid escape (`/%zz`), or a parameter that is too long. Fastify calls no hooks
 * for these, so they would bypass rate limits, metrics and the log. This function replaces the URL with the root URL of its service, or of
 * the site, and routes again, so that all hooks run. `installMalformedUrlHook` then rejects the request before a route handles it.
 */
export function routeMalformedRequest({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const { url } = raw
  const mount = server.mounts.find(({ prefix }) => url?.startsWith(`${prefix}/`))
  malformed.set(raw, { url, mount })
  raw.url = `${mount?.prefix ?? ''}/`
  server.routing(raw, reply.raw)
}

/**
 * Installs a hook that rejects the requests of `routeMalformedRequest` in the error format of their service. The site's own handler responds to
 * malformed URLs of the site.
 */
export function installMalformedUrlHook(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const asked = malformed.get(raw)
    if (asked === undefined) return
    if (asked.url !== undefined) raw.url = asked.url
    if (asked.mount !== undefined) throw httpErrors.badUrl()
  })
}

/** Returns whether a request had a URL that Fastify cannot route, so that its current route is a placeholder. */
export function hasMalformedUrl({ raw }: FastifyRequest): boolean {
  return malformed.has(raw)
}
