import { checkFileHeaders, checkPageSecurity, checkResponseHeaders, checkSecurityTxt } from './rules.ts'

/** The result of a security scan of a site: the number of requests that were sent, and one line of text per problem. */
export type SecurityScanResult = { requests: number; findings: string[] }

const PAGES = ['/', '/download', '/terms', '/privacy']

/** Paths that must not return a file on any host: secrets, source files, path traversal, directory listings and source maps. */
const HIDDEN = [
  '/.env',
  '/.git/config',
  '/package.json',
  '/data/secret-key',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%5c..%5cpackage.json',
  '/assets/',
  '/index.html.map',
]

const SERVICES = ['/health', '/ready', '/rest/v1/app_settings', '/auth/v1/settings', '/storage/v1/bucket', '/nowhere']

/**
 * Requests a site's pages, assets and services, and paths that must not exist. Reports problems in the responses. Rejects when the
 * site is unreachable.
 */
export async function scanSiteSecurity(origin: string): Promise<SecurityScanResult> {
  const findings: string[] = []
  let requests = 0
  const isTls = origin.startsWith('https:')
  const fetched = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(origin + path, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...options })
    const text = await response.text()
    requests += 1
    return { status: response.status, headers: response.headers, text }
  }
  const checkedBy = (rules: typeof checkResponseHeaders) => async (path: string, options?: RequestInit) => {
    const response = await fetched(path, options)
    findings.push(...rules(response.headers, isTls).map((finding) => `GET ${path}: ${finding}`))
    return response
  }
  const fetchPage = checkedBy(checkResponseHeaders)
  const fetchFile = checkedBy(checkFileHeaders)

  for (const path of PAGES) {
    const { status, headers, text } = await fetchPage(path)
    if (status !== 200) findings.push(`GET ${path}: returned ${status} instead of 200`)
    findings.push(...checkPageSecurity(headers, text).map((finding) => `GET ${path}: ${finding}`))
  }
  const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec((await fetchPage('/')).text)?.[1]
  if (asset !== undefined) {
    const { headers } = await fetchFile(asset)
    if (!headers.get('cache-control')?.includes('immutable')) findings.push(`GET ${asset}: is not cached as immutable`)
    if ((await fetchPage(`${asset}.map`)).status === 200) findings.push(`GET ${asset}.map: a source map is public`)
  }
  for (const path of SERVICES) await fetchPage(path)
  // A reverse proxy may itself reject paths that must not exist, without the site's headers, so only the status is checked.
  for (const path of HIDDEN) {
    const { status } = await fetched(path)
    if (status === 200) findings.push(`GET ${path}: returned 200, but must not exist`)
  }

  const foreign = await fetchPage('/rest/v1/app_settings', { headers: { origin: 'https://elsewhere.example' } })
  if (foreign.headers.get('access-control-allow-origin') === 'https://elsewhere.example') {
    findings.push('GET /rest/v1/app_settings: the origin of any page is reflected')
  }
  const metrics = await fetched('/metrics', { headers: { 'x-forwarded-for': '198.51.100.7' } })
  if (metrics.status === 200) findings.push('GET /metrics: is readable without a key')
  const securityTxt = await fetchFile('/.well-known/security.txt')
  findings.push(...checkSecurityTxt(securityTxt.status, securityTxt.text, Date.now()))
  return { requests, findings }
}
