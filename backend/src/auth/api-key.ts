import type { FastifyRequest } from 'fastify'
import { httpErrors } from '../http/http-errors.ts'
import type { Auth } from './auth.ts'

/**
 * Refuses a wrong API key. None at all is allowed, as GoTrue has it: the key is a gateway's business, and links in mails
 * and the way back from a provider can't carry one. No page of another origin gets further by leaving it out: every body
 * must be JSON, which makes a browser ask first (CORS), and everything else needs a bearer.
 */
export function checkApiKey(auth: Auth) {
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const { apikey } = headers
    if (apikey === undefined) return
    const isKnown = typeof apikey === 'string' && apikey.length <= 4096 && (await auth.keys.roleOfKey(apikey)) !== null
    if (!isKnown) throw httpErrors.invalidApiKey({ hint: 'Double check your publishable or secret API key.' })
  }
}
