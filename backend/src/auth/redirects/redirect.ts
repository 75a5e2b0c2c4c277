import { isIP } from 'node:net'
import { globToPattern } from './glob.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const LONGEST = 2048

/** What decides where a link or a provider may send somebody back to. */
export type RedirectRules = { siteUrl: string; additionalRedirectUrls: readonly string[] }

/**
 * The first candidate that is allowed, else the site itself. An address that is not allowed is never an error: telling
 * would only help who tries (auth-contract.md 0.8).
 */
export function chooseRedirect(candidates: readonly (string | undefined)[], rules: RedirectRules): string {
  return candidates.find((candidate) => candidate && isAllowedRedirect(candidate, rules)) ?? rules.siteUrl
}

/**
 * Whether somebody may be sent to this address: the site itself, on loopback at any port; or what the list has a pattern
 * for. It is judged as a browser would read it, not as it is written.
 */
export function isAllowedRedirect(candidate: string, { siteUrl, additionalRedirectUrls }: RedirectRules): boolean {
  // Browsers drop some of these and turn others into slashes, and not all of them alike.
  if (candidate.length > LONGEST || /[\\\s\p{Cc}]/u.test(candidate)) return false
  const url = URL.parse(candidate)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const isLoopback = loopbackNames.includes(url.hostname)
  // Decimal numbers and look-alikes: whoever writes a host in another way than it is read means no good.
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
 * Whether a host, as the URL parser wrote it, is an IP address (IPv6 has brackets and colons) or has letters outside of the usual set:
 * ways to look like another address.
 */
function isOddHost(hostname: string): boolean {
  return isIP(hostname) === 4 || !/^[a-z0-9.-]+$/.test(hostname)
}
