import { extname } from 'node:path'

/** The origin that the build wrote, and the one to serve. */
export type OriginChange = { from: string; to: string }

const HOLDS_ORIGIN = new Set(['.html', '.txt', '.xml', '.json', '.webmanifest'])

/**
 * A built file with the site's own origin in the place of the build's: canonical addresses, what is shared, the site map. Returns
 * the same buffer when the file holds none. Files under /assets/ are named by their content and stay as they are. Of a page only
 * the head is changed: the body has to equal what the page's script renders, and the policy's hashes cover nothing that holds an origin.
 */
export function withOrigin(path: string, bytes: Buffer, { from, to }: OriginChange): Buffer {
  if (path.startsWith('/assets/') || !HOLDS_ORIGIN.has(extname(path)) || !bytes.includes(from)) return bytes
  const text = bytes.toString('utf8')
  const headEnd = path.endsWith('.html') ? text.indexOf('</head>') : -1
  const end = headEnd === -1 ? text.length : headEnd
  const head = text.slice(0, end)
  // A longer host (https://example.com.au) and another port begin with the same letters.
  const changed = head.replaceAll(new RegExp(`${escaped(from)}(?![\\w.:-]*\\w)`, 'g'), () => to)
  return changed === head ? bytes : Buffer.from(changed + text.slice(end))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
