import type { IncomingHttpHeaders } from 'node:http'
import { namesEncoding } from './compress.ts'

/**
 * Returns the SHA-256, in base64, of the dictionary that a client has for the requested file, when it accepts the content encoding `dcz`
 * (RFC 9842, section 2.2). Returns null for a malformed header, which counts as none.
 */
export function readAvailableDictionary(headers: IncomingHttpHeaders): string | null {
  const value = headers['available-dictionary']
  if (typeof value !== 'string' || !namesEncoding(headers['accept-encoding'], 'dcz')) return null
  return /^:([A-Za-z0-9+/]{43}=):$/.exec(value.trim())?.[1] ?? null
}

/**
 * Returns the chunk name of a script under /assets/, or null for any other path: `/assets/frame-1a2b3c.js` is a version of `frame`. Versions
 * of one chunk have different content hashes, of six characters or, in a worker's name, eight.
 */
export function findChunkName(path: string): string | null {
  return /^\/assets\/([\w.-]+)-[\w-]{6}(?:[\w-]{2})?\.js$/.exec(path)?.[1] ?? null
}

/**
 * Returns the value of the header `Use-As-Dictionary`, by which a browser uses the script as the dictionary for later versions of it. The
 * pattern is relative to the URL of the script.
 */
export function formatUseAsDictionary(chunkName: string): string {
  return `match="${chunkName}-*.js"`
}
