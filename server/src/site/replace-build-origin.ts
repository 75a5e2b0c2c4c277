import { extname } from 'node:path'

/** The origin that the site was built for (`from`), and the actual origin of the site (`to`), which replaces it in built files. */
export type OriginReplacement = { from: string; to: string }

const HOLDS_ORIGIN = new Set(['.html', '.txt', '.xml', '.json', '.webmanifest'])

/**
 * Returns a built file in which the build's origin is replaced by the site's: in canonical URLs, social sharing tags and the site map.
 * Returns the same buffer when the file does not contain the build's origin. Files under /assets/ have content hashes and are not changed.
 * In a page only the head is changed: the body must equal what the page's script renders, and no script with a CSP hash contains an origin.
 */
export function replaceBuildOrigin(path: string, bytes: Buffer, { from, to }: OriginReplacement): Buffer {
  if (path.startsWith('/assets/') || !HOLDS_ORIGIN.has(extname(path)) || !bytes.includes(from)) return bytes
  const text = bytes.toString('utf8')
  const headEnd = path.endsWith('.html') ? text.indexOf('</head>') : -1
  const end = headEnd === -1 ? text.length : headEnd
  const head = text.slice(0, end)
  // A longer host name (https://example.com.au for https://example.com), or the same host with a port, starts with the origin and must not
  // match.
  const changed = head.replaceAll(new RegExp(`${escaped(from)}(?![\\w.:-]*\\w)`, 'g'), () => to)
  return changed === head ? bytes : Buffer.from(changed + text.slice(end))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
