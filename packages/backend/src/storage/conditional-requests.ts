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
 * Returns whether the preconditions of the request hold (RFC 9110, 13.1.1 and 13.1.4); otherwise the response is 412. `If-Match` takes
 * precedence over `If-Unmodified-Since`.
 */
export function isPreconditionMet(headers: IncomingHttpHeaders, { etag, lastModified }: HttpCacheValidators): boolean {
  const tags = headers['if-match']
  // Compares strongly: a weak ETag never matches, because it does not guarantee identical bytes.
  if (tags !== undefined) return tags.trim() === '*' || listOfTags(tags).includes(etag)
  const since = readDate(headers['if-unmodified-since'])
  return since === null || wholeSeconds(lastModified) <= since
}

/**
 * Returns whether the response may be a byte range: the request has no condition on the version, or `If-Range` is the strong ETag of the
 * current version (RFC 9110, 13.1.5). A date never permits a range: a file may be replaced twice within one second, and a client that
 * resumed by date would then join the bytes of two files. It gets the whole file.
 */
export function isByteRangeAllowed(headers: IncomingHttpHeaders, { etag }: HttpCacheValidators): boolean {
  const condition = headers['if-range']
  if (condition !== undefined) return condition === etag
  return headers['if-match'] !== undefined || headers['if-unmodified-since'] === undefined
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
