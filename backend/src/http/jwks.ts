import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { ok } from './answer.ts'
import { endpoint } from './endpoint.ts'

/** Registers GET /auth/v1/.well-known/jwks.json, which returns the public keys that verify access tokens (RFC 7517). Needs no API key. */
export function registerJwks(app: FastifyInstance, _services: Services): void {
  app.get('/auth/v1/.well-known/jwks.json', publishedKeys)
}

const publishedKeys = endpoint({
  access: 'public',
  handle: ({ services }) =>
    // The response may be cached for ten minutes, for which the Supabase client library caches the keys as well.
    ok(services.keys.published, { 'cache-control': 'public, max-age=600', 'access-control-allow-origin': '*' }),
})
