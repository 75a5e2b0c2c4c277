import type { FastifyInstance } from 'fastify'
import { defineEndpoint } from './endpoint.ts'
import { okResponse } from './endpoint-response.ts'

/** Registers GET /auth/v1/.well-known/jwks.json, which returns the public keys that verify access tokens (RFC 7517). Needs no API key. */
export function registerJwksRoute(app: FastifyInstance): void {
  app.get('/auth/v1/.well-known/jwks.json', publishedKeys)
}

const publishedKeys = defineEndpoint({
  access: 'public',
  handle: ({ services }) =>
    // The response may be cached for ten minutes, the time for which the Supabase client library caches the keys too.
    okResponse(services.keys.published, { 'cache-control': 'public, max-age=600', 'access-control-allow-origin': '*' }),
})
