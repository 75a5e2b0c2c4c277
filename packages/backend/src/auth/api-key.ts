import type { FastifyRequest } from 'fastify'
import { httpErrors } from '../http/http-errors.ts'
import type { AuthDependencies } from './auth.ts'

/**
 * Returns an onRequest hook that throws 401 for a wrong API key. A request without a key is allowed, because links in mails and the
 * redirect from an OAuth provider cannot send one (in GoTrue a gateway checks the key). Omitting the key does not help a page of
 * another origin: every body must be JSON, which triggers a CORS preflight, and all other requests need a bearer token.
 */
export function createApiKeyHook(auth: AuthDependencies) {
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const { apikey } = headers
    if (apikey === undefined) return
    const isKnown = typeof apikey === 'string' && apikey.length <= 4096 && (await auth.keys.roleOfKey(apikey)) !== null
    if (!isKnown) throw httpErrors.invalidApiKey({ hint: 'Double check your publishable or secret API key.' })
  }
}
