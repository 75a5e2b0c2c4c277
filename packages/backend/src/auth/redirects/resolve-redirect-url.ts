import type { FastifyRequest } from 'fastify'
import { parseQueryPairs } from '../../http/query.ts'
import type { AuthDependencies } from '../auth.ts'
import { chooseAllowedRedirectUrl } from './redirect.ts'

/** Returns the redirect URL that a request contains if it is on the allow-list, otherwise the site's URL (auth-contract.md 0.8). */
export function resolveRedirectUrl(auth: AuthDependencies, request: FastifyRequest): string {
  const header = request.headers.redirect_to
  const query = parseQueryPairs(request.url).find(([name]) => name === 'redirect_to')?.[1]
  const candidates = [typeof header === 'string' ? header : undefined, query, request.headers.referer]
  return chooseAllowedRedirectUrl(candidates, {
    siteUrl: auth.siteUrl,
    additionalRedirectUrls: auth.config.additionalRedirectUrls,
  })
}
