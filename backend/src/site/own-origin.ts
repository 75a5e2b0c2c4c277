import { extname } from 'node:path'

/** The origin in the built files, and the one that replaces it. */
export type OriginChange = { from: string; to: string }

const HOLDS_ORIGIN = new Set(['.html', '.txt', '.xml', '.json', '.webmanifest'])

/**
 * Returns a built file with the build's origin replaced by the site's: canonical URLs, social sharing tags, the site map. Returns
 * the same buffer when the file does not contain it. Files under /assets/ have content hashes and are not changed. In a page only
 * the head is changed: the body must equal what the page's script renders, and no script with a CSP hash contains an origin.
 */
export function withOrigin(path: string, bytes: Buffer, { from, to }: OriginChange): Buffer {
  if (path.startsWith('/assets/') || !HOLDS_ORIGIN.has(extname(path)) || !bytes.includes(from)) return bytes
  const text = bytes.toString('utf8')
  const headEnd = path.endsWith('.html') ? text.indexOf('</head>') : -1
  const end = headEnd === -1 ? text.length : headEnd
  const head = text.slice(0, end)
  // A longer host (https://example.com.au) or another port has the same prefix and must not match.
  const changed = head.replaceAll(new RegExp(`${escaped(from)}(?![\\w.:-]*\\w)`, 'g'), () => to)
  return changed === head ? bytes : Buffer.from(changed + text.slice(end))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
