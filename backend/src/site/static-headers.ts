import { fileHeaders, securityHeaders } from '../http/security-headers.ts'
import { cachingOf } from './file-response.ts'
import { mediaTypeOf } from './media-types.ts'

const ALL_PATHS = '/*'

/**
 * Returns the text of a `_headers` file (Netlify, Cloudflare Pages) that gives every file of the built site the headers that this
 * server gives it. `paths` are the built files. The rule for all paths holds the headers of pages, so that an unknown path, which the
 * host answers with 404.html, has them too. Every other file has a rule of its own: a rule for `/assets/*` would let caches keep
 * the answer to an unknown path there for a year.
 *
 * Cloudflare joins the values of all rules that match a path, and a line with `!` removes a header of an earlier rule. Netlify uses the
 * value of the last rule and skips lines without a colon, so there files keep headers that only pages need. The `!` lines must
 * therefore contain no colon.
 */
export function staticHeaders(paths: readonly string[], siteUrl: string, policy: string): string {
  const page = { ...securityHeaders(siteUrl, policy), 'cache-control': cachingOf('/', { type: 'text/html' }) }
  const rules = paths.toSorted().flatMap((path) => {
    const media = mediaTypeOf(path)
    if (media === null || media.type.startsWith('text/html')) return []
    const file = { ...fileHeaders(siteUrl), 'cache-control': cachingOf(path, media) }
    return [rule(path, changes(page, file))]
  })
  return `${[rule(ALL_PATHS, Object.entries(page).map(line)), ...rules].join('\n')}\n`
}

/** Returns the lines that change the headers of a page into those of a file. */
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
