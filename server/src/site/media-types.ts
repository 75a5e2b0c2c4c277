import { extname } from 'node:path'

type MediaType = { type: string; isText: boolean }

// The charset of scripts, JSON and SVG defaults to UTF-8 (RFC 9239, RFC 8259, XML 1.0), so their Content-Type omits it.
const types = new Map<string, MediaType>([
  ['.avif', { type: 'image/avif', isText: false }],
  ['.css', { type: 'text/css; charset=utf-8', isText: true }],
  ['.gif', { type: 'image/gif', isText: false }],
  ['.html', { type: 'text/html; charset=utf-8', isText: true }],
  ['.ico', { type: 'image/x-icon', isText: false }],
  ['.jpg', { type: 'image/jpeg', isText: false }],
  ['.js', { type: 'text/javascript', isText: true }],
  ['.json', { type: 'application/json', isText: true }],
  ['.mp4', { type: 'video/mp4', isText: false }],
  ['.png', { type: 'image/png', isText: false }],
  ['.svg', { type: 'image/svg+xml', isText: true }],
  ['.txt', { type: 'text/plain; charset=utf-8', isText: true }],
  ['.pub', { type: 'text/plain; charset=utf-8', isText: true }], // the public keys in .well-known
  ['.vtt', { type: 'text/vtt; charset=utf-8', isText: true }],
  ['.webm', { type: 'video/webm', isText: false }],
  ['.webmanifest', { type: 'application/manifest+json', isText: true }],
  ['.webp', { type: 'image/webp', isText: false }],
  ['.woff2', { type: 'font/woff2', isText: false }],
  ['.xml', { type: 'application/xml; charset=utf-8', isText: true }],
])

/** The path of the built file with the speculation rules of all pages. Browsers use it only with its own media type. */
export const SPECULATION_RULES_PATH = '/speculationrules.json'

/** Returns the media type of a file by its name, and whether the file is compressible text. Returns null for types that are not served. */
export function findMediaType(name: string): MediaType | null {
  if (name === SPECULATION_RULES_PATH) return { type: 'application/speculationrules+json', isText: true }
  return types.get(extname(name).toLowerCase()) ?? null
}
