import type { IncomingHttpHeaders } from 'node:http'

/** What identifies the bytes of a file: a strong tag, and when it was written. */
export type Validators = { etag: string; lastModified: Date }

/** Whether the client already has these bytes: 304 (RFC 9110, 13.2.2). `If-None-Match` rules `If-Modified-Since` out. */
export function isUnchanged(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags === '*' || listOfTags(tags).some((tag) => tag.replace(/^W\//, '') === etag)
  const since = readDate(headers['if-modified-since'])
  return since !== null && wholeSeconds(lastModified) <= since
}

/** Whether a range may be answered: without `If-Range`, or when it names exactly these bytes (RFC 9110, 13.1.5). */
export function allowsRange(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range']
  if (typeof condition !== 'string') return true
  // A weak tag never matches here: it does not promise the same bytes.
  return condition === etag || readDate(condition) === wholeSeconds(lastModified)
}

function listOfTags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}

/** HTTP dates have seconds, files have milliseconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}

function readDate(header: string | undefined): number | null {
  const milliseconds = Date.parse(header ?? '')
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1_000)
}
