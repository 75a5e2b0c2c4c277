import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { ok } from './answer.ts'
import { endpoint } from './endpoint.ts'

/** GET /auth/v1/.well-known/jwks.json: the public keys that access tokens are checked with (RFC 7517). For everybody. */
export function registerJwks(app: FastifyInstance, _services: Services): void {
  app.get('/auth/v1/.well-known/jwks.json', publishedKeys)
}

const publishedKeys = endpoint({
  access: 'public',
  handle: ({ services }) =>
    // Ten minutes, as long as the client library keeps them.
    ok(services.keys.published, { 'cache-control': 'public, max-age=600', 'access-control-allow-origin': '*' }),
})
