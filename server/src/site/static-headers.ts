import { createFileSecurityHeaders, createSecurityHeaders } from '@site/backend/http/security-headers'
import { createSpeculationRulesHeader } from './built-site.ts'
import { getCacheControl } from './file-response.ts'
import { findMediaType, SPECULATION_RULES_PATH } from './media-types.ts'

const ALL_PATHS = '/*'

/**
 * Returns the text of a `_headers` file (Netlify, Cloudflare Pages), with which a static host sends every file of the built site with the
 * same headers as this server. `paths` are the built files; `policyOf` returns the content security policy of a page by the path of its
 * file. The rule for all paths contains the headers of 404.html, so that the response for an unknown path has them too. Every other file has
 * a separate rule: a rule for `/assets/*` would let caches store the response for an unknown path under /assets/ for a year.
 *
 * Cloudflare joins the values of all rules that match a path, and a line with `!` removes a header of an earlier rule. Netlify uses the
 * value of the last rule and skips lines without a colon, so on Netlify files have some headers that only pages need. The `!` lines must
 * therefore contain no colon.
 */
export function formatStaticHeadersFile(
  paths: readonly string[],
  siteUrl: string,
  policyOf: (path: string) => string,
): string {
  const pageHeaders = (path: string) => ({
    ...createSecurityHeaders(siteUrl, policyOf(path)),
    'cache-control': getCacheControl('/', { type: 'text/html' }),
    ...createSpeculationRulesHeader(new Set(paths)),
  })
  const anyPath = pageHeaders('/404.html')
  const rules = paths.toSorted().flatMap((path) => {
    const media = findMediaType(path)
    if (media === null) return []
    if (media.type.startsWith('text/html')) {
      const difference = changes(anyPath, pageHeaders(path))
      return difference.length === 0 ? [] : pageUrls(path).map((url) => rule(url, difference))
    }
    const file = {
      ...createFileSecurityHeaders(siteUrl),
      'cache-control': getCacheControl(path, media),
      // The type that a static host derives from the name is not the one that browsers require.
      ...(path === SPECULATION_RULES_PATH ? { 'content-type': media.type } : {}),
    }
    return [rule(path, changes(anyPath, file))]
  })
  return `${[rule(ALL_PATHS, Object.entries(anyPath).map(line)), ...rules].join('\n')}\n`
}

/** Returns the URL paths at which a static host serves a page: with and without a slash at the end. */
function pageUrls(path: string): string[] {
  const url = path.replace(/index\.html$/, '')
  return url === '/' ? ['/'] : [url.slice(0, -1), url]
}

/** Returns the lines of a `_headers` rule that turn the headers of a page into those of a file. */
function changes(page: Record<string, string>, file: Record<string, string>): string[] {
  const others = Object.keys(page).filter((name) => page[name] !== file[name])
  const set = Object.entries(file).filter(([name, value]) => page[name] !== value)
  return [...others.map((name) => `! ${name}`), ...set.map(line)]
}

function rule(path: string, lines: readonly string[]): string {
  return [path, ...lines.map((text) => `  ${text}`)].join('\n')
}

function line([name, value]: readonly [string, string]): string {
  return `${name}: ${value}`
}
