import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ConfigError } from '@site/backend/config'
import { createFileSecurityHeaders, createSecurityHeaders, NON_PAGE_CSP } from '@site/backend/http/security-headers'
import { createFileResponder, type FileResponder } from './file-response.ts'
import { SPECULATION_RULES_PATH } from './media-types.ts'
import { createNotFoundResponder } from './not-found-page.ts'
import { createCspOfPage, readCspSources } from './page-csp.ts'
import type { SitePages } from './site.ts'
import { readSiteFiles, type SiteFile } from './site-files.ts'

/**
 * The header that excludes a page from search engines. It is for search engines that run no scripts; for the others, the page's script adds
 * the equivalent meta tag.
 */
const NOT_LISTED = ['x-robots-tag', 'noindex'] as const

/**
 * Opens the built site and serves it from memory. `folder` is the build folder, with the files in `client/` and, in `headers.json`, the
 * sources that the content security policy allows. Replaces the origin that the site was built for (`builtFor`) by `siteUrl`, and the
 * publishable key in the pages by `publishableKey`. Throws when there is no build.
 */
export async function openBuiltSite(
  folder: string,
  siteUrl: string,
  builtFor = siteUrl,
  publishableKey: string | null = null,
): Promise<SitePages> {
  const replacements = { origin: { from: builtFor, to: siteUrl }, publishableKey }
  const files = await readSiteFiles(join(folder, 'client'), replacements).catch(refuseToStart)
  const cspSources = await readCspSources(folder)
  const rulesHeader = createSpeculationRulesHeader(files)
  const otherHeaders = createFileSecurityHeaders(siteUrl)
  const headersWithoutPage = createSecurityHeaders(siteUrl, NON_PAGE_CSP)
  const answers = new Map<string, FileResponder>()
  const headersOf = (file: SiteFile) =>
    file.type.startsWith('text/html')
      ? { ...createSecurityHeaders(siteUrl, createCspOfPage(file.bytes.toString('utf8'), cspSources)), ...rulesHeader }
      : otherHeaders
  const notFoundPage = files.get('/404')
  if (notFoundPage === undefined || !files.has('/')) return refuseToStart()
  const notFound = createNotFoundResponder(notFoundPage, headersOf(notFoundPage))
  for (const [path, file] of files) {
    if (file !== notFoundPage) answers.set(path, createFileResponder(path, file, headersOf(file)))
  }

  return {
    answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response, headersWithoutPage)
      const url = request.url ?? '/'
      const found = answers.get(url) ?? answers.get(pathOf(url))
      if (found) {
        if (isPersonal(url)) response.setHeader(...NOT_LISTED)
        return found(request, response)
      }
      const page = withoutSlashesAtEnd(pathOf(url))
      // Redirects only to an existing page: a redirect to a path such as //elsewhere.example would lead to another site.
      if (answers.has(page)) return redirect(response, page + queryOf(url), headersWithoutPage)
      response.setHeader(...NOT_LISTED)
      notFound(request, response)
    },
    serveFromMemory(request, response) {
      const { method, url = '', headers } = request
      const found = method === 'GET' || method === 'HEAD' ? answers.get(url) : undefined
      // A request with a body is left to the regular request pipeline, which reads or aborts the body.
      if (!found || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
      found(request, response)
      return true
    },
    close: async () => {},
  }
}

/** Returns the header that names the speculation rules of a page, when the built site has the file. */
export function createSpeculationRulesHeader(files: { has(path: string): boolean }): Record<string, string> {
  return files.has(SPECULATION_RULES_PATH) ? { 'speculation-rules': `"${SPECULATION_RULES_PATH}"` } : {}
}

function refuseToStart(cause?: unknown): never {
  throw new ConfigError('The website has not been built yet: run npm start, which builds it, or npm run build.', {
    cause,
  })
}

function refuseMethod(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(405, { ...headers, allow: 'GET, HEAD', 'content-length': '0' }).end()
}

function redirect(response: ServerResponse, location: string, headers: Record<string, string>): void {
  response.writeHead(308, { ...headers, location, 'content-length': '0' }).end()
}

/** Returns the decoded path of a URL, or '', which matches no file, when the percent-encoding is malformed. */
function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

function withoutSlashesAtEnd(path: string): string {
  let end = path.length
  while (path.charAt(end - 1) === '/') end -= 1
  return path.slice(0, end)
}

/** Returns whether a URL is that of the page to which a customer returns after a payment. Such a URL contains the customer's order id. */
function isPersonal(url: string): boolean {
  return url.includes('session_id=') && new URLSearchParams(queryOf(url)).has('session_id')
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}
