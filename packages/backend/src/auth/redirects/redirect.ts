import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { parseQueryPairs } from '../../http/query.ts'
import { globToRegExp } from './glob.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const MAX_LENGTH = 2048

/** The configuration that decides which redirect URLs are allowed. */
export type RedirectRules = { siteUrl: string; additionalRedirectUrls: readonly string[] }

/** Returns the redirect URL that a request contains if it is on the allow-list, otherwise the site's URL (auth-contract.md 0.8). */
export function resolveRedirectUrl(
  { redirectRules }: { redirectRules: RedirectRules },
  request: FastifyRequest,
): string {
  const header = request.headers.redirect_to
  const query = parseQueryPairs(request.url).find(([name]) => name === 'redirect_to')?.[1]
  const candidates = [typeof header === 'string' ? header : undefined, query, request.headers.referer]
  return chooseAllowedRedirectUrl(candidates, redirectRules)
}

/**
 * Returns the first of the requested redirect URLs that is allowed, otherwise the site's URL. A URL that is not allowed causes no error,
 * because an error would only help an attacker who probes the allow-list (auth-contract.md 0.8).
 */
export function chooseAllowedRedirectUrl(candidates: readonly (string | undefined)[], rules: RedirectRules): string {
  return candidates.find((candidate) => candidate && isAllowedRedirectUrl(candidate, rules)) ?? rules.siteUrl
}

/**
 * Returns whether a redirect to a URL is allowed: to the site itself (on loopback at any port), or to a URL that matches a pattern of
 * the allow-list. Checks the URL as a browser parses it, not as it is written.
 */
export function isAllowedRedirectUrl(candidate: string, { siteUrl, additionalRedirectUrls }: RedirectRules): boolean {
  // Rejects backslashes, white space and control characters: browsers convert or remove them in different ways, so the URL could lead to
  // another host than the one that was checked.
  if (candidate.length > MAX_LENGTH || /[\\\s\p{Cc}]/u.test(candidate)) return false
  const url = URL.parse(candidate)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const isLoopback = loopbackNames.includes(url.hostname)
  // Rejects a URL whose host the URL parser rewrites, such as a decimal IP address or look-alike characters.
  if (isWeb && !candidate.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`)) return false
  if (isWeb && isOwnSite(url, new URL(siteUrl))) return true
  if (isWeb && !isLoopback && isOddHost(url.hostname)) return false
  url.hash = ''
  const written = [url.href, url.href.replace(/^([^/]+\/\/[^/]+)\/$/, '$1')]
  const patterns = additionalRedirectUrls.map(globToRegExp)
  return patterns.some((pattern) => written.some((text) => pattern.test(text)))
}

function isOwnSite(url: URL, site: URL): boolean {
  if (loopbackNames.includes(site.hostname)) return loopbackNames.includes(url.hostname)
  return url.protocol === site.protocol && url.hostname === site.hostname && url.port === site.port
}

/**
 * Returns whether a parsed host name is an IP address (IPv6 has brackets and colons) or contains unusual characters. Both can be used to
 * imitate another host.
 */
function isOddHost(hostname: string): boolean {
  return isIP(hostname) === 4 || !/^[a-z0-9.-]+$/.test(hostname)
}
