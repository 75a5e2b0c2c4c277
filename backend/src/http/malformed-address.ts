import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { httpErrors } from './http-errors.ts'
import type { Mount } from './service.ts'

/** What was asked for under an address that Fastify cannot route, and the service whose address it is; none: the site's. */
type Asked = { url: string | undefined; mount: Mount | undefined }

const malformed = new WeakMap<IncomingMessage, Asked>()

/**
 * Sends a request through the pipeline whose address Fastify cannot route: an escape that is none (`/%zz`), or a parameter that is too long.
 * Fastify calls no hook for these, so they would get past limits, numbers and log. Under the address of its service, or of the home page, it
 * meets all of them; `refuseMalformed` ends it before any route.
 */
export function routeMalformed({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const { url } = raw
  const mount = server.mounts.find(({ prefix }) => url?.startsWith(`${prefix}/`))
  malformed.set(raw, { url, mount })
  raw.url = `${mount?.prefix ?? ''}/`
  server.routing(raw, reply.raw)
}

/** Refuses what `routeMalformed` sent, in the shape of its service. The site answers its own addresses itself. */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const asked = malformed.get(raw)
    if (asked === undefined) return
    if (asked.url !== undefined) raw.url = asked.url
    if (asked.mount !== undefined) throw httpErrors.badUrl()
  })
}

/** Whether a request has an address that cannot be routed: the route it was given stands for nothing. */
export function isMalformed({ raw }: FastifyRequest): boolean {
  return malformed.has(raw)
}
