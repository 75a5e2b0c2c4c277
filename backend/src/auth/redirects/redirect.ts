import { isIP } from 'node:net'
import { globToPattern } from './glob.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const MAX_LENGTH = 2048

/** The configuration that decides which redirect URLs are allowed. */
export type RedirectRules = { siteUrl: string; additionalRedirectUrls: readonly string[] }

/**
 * Returns the first candidate that is allowed, else the site's URL. A URL that is not allowed causes no error, which would
 * only help an attacker who probes the allow-list (auth-contract.md 0.8).
 */
export function chooseRedirect(candidates: readonly (string | undefined)[], rules: RedirectRules): string {
  return candidates.find((candidate) => candidate && isAllowedRedirect(candidate, rules)) ?? rules.siteUrl
}

/**
 * Whether a redirect to this URL is allowed: the site itself (on loopback at any port), or a URL that matches a pattern of
 * the list. Checks the URL as a browser parses it, not as it is written.
 */
export function isAllowedRedirect(candidate: string, { siteUrl, additionalRedirectUrls }: RedirectRules): boolean {
  // Browsers remove some of these characters and turn others into slashes, and differ in which.
  if (candidate.length > MAX_LENGTH || /[\\\s\p{Cc}]/u.test(candidate)) return false
  const url = URL.parse(candidate)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const isLoopback = loopbackNames.includes(url.hostname)
  // Refuses a host that is not written as it is parsed: decimal IP addresses and look-alike characters.
  if (isWeb && !candidate.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`)) return false
  if (isWeb && isOwnSite(url, new URL(siteUrl))) return true
  if (isWeb && !isLoopback && isOddHost(url.hostname)) return false
  url.hash = ''
  const written = [url.href, url.href.replace(/^([^/]+\/\/[^/]+)\/$/, '$1')]
  const patterns = additionalRedirectUrls.map(globToPattern)
  return patterns.some((pattern) => written.some((text) => pattern.test(text)))
}

function isOwnSite(url: URL, site: URL): boolean {
  if (loopbackNames.includes(site.hostname)) return loopbackNames.includes(url.hostname)
  return url.protocol === site.protocol && url.hostname === site.hostname && url.port === site.port
}

/**
 * Whether a host from the URL parser is an IP address (IPv6 has brackets and colons) or contains unusual characters. Both can be
 * used to imitate another host.
 */
function isOddHost(hostname: string): boolean {
  return isIP(hostname) === 4 || !/^[a-z0-9.-]+$/.test(hostname)
}
