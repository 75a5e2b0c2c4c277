import type { IncomingHttpHeaders } from 'node:http'

/** The values that conditional requests for a file are compared with: its strong ETag and its modification time. */
export type HttpCacheValidators = { etag: string; lastModified: Date }

/**
 * Returns whether the client's cached copy is current, so that the response is 304 (RFC 9110, 13.2.2). `If-None-Match` takes precedence
 * over `If-Modified-Since`.
 */
export function isCachedCopyCurrent(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: HttpCacheValidators,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags === '*' || listOfTags(tags).some((tag) => tag.replace(/^W\//, '') === etag)
  const since = readDate(headers['if-modified-since'])
  return since !== null && wholeSeconds(lastModified) <= since
}

/**
 * Returns whether the response may be a byte range: the request has no `If-Range` header, or the header names the current version (RFC
 * 9110, 13.1.5).
 */
export function isByteRangeAllowed(headers: IncomingHttpHeaders, { etag, lastModified }: HttpCacheValidators): boolean {
  const condition = headers['if-range']
  if (typeof condition !== 'string') return true
  // A weak ETag in `If-Range` never matches, because it does not guarantee identical bytes.
  return condition === etag || readDate(condition) === wholeSeconds(lastModified)
}

function listOfTags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}

/** Truncates a time to seconds, the precision of HTTP dates. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}

function readDate(header: string | undefined): number | null {
  const milliseconds = Date.parse(header ?? '')
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1_000)
}
