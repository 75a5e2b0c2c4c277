import { createFileSecurityHeaders, createSecurityHeaders } from '@site/backend/http/security-headers'
import { createSpeculationRulesHeader } from './built-site.ts'
import { getCacheControl } from './file-response.ts'
import { findMediaType, SPECULATION_RULES_PATH } from './media-types.ts'

const ALL_PATHS = '/*'

/**
 * Returns the text of a `_headers` file (Netlify, Cloudflare Pages), with which a static host sends every file of the built site with the
 * same headers as this server. `paths` are the built files. The rule for all paths contains the headers of pages, so that the response for
 * an unknown path, 404.html, has them too. Every other file has a separate rule: a rule for `/assets/*` would let caches store the response
 * for an unknown path under /assets/ for a year.
 *
 * Cloudflare joins the values of all rules that match a path, and a line with `!` removes a header of an earlier rule. Netlify uses the
 * value of the last rule and skips lines without a colon, so on Netlify files have some headers that only pages need. The `!` lines must
 * therefore contain no colon.
 */
export function formatStaticHeadersFile(paths: readonly string[], siteUrl: string, policy: string): string {
  const page = {
    ...createSecurityHeaders(siteUrl, policy),
    'cache-control': getCacheControl('/', { type: 'text/html' }),
    ...createSpeculationRulesHeader(new Set(paths)),
  }
  const rules = paths.toSorted().flatMap((path) => {
    const media = findMediaType(path)
    if (media === null || media.type.startsWith('text/html')) return []
    const file = {
      ...createFileSecurityHeaders(siteUrl),
      'cache-control': getCacheControl(path, media),
      // The type that a static host derives from the name is not the one that browsers require.
      ...(path === SPECULATION_RULES_PATH ? { 'content-type': media.type } : {}),
    }
    return [rule(path, changes(page, file))]
  })
  return `${[rule(ALL_PATHS, Object.entries(page).map(line)), ...rules].join('\n')}\n`
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
