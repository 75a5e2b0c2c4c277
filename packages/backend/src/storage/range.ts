import { STORAGE_LIMITS } from './limits.ts'

/** A byte range: the positions of the first and the last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * The ranges that a response contains, never more bytes than the file has. The response is `multipart/byteranges` when the request named
 * several ranges, also when one is left: a client that asks for several expects parts, and one that asks for one must not get parts (RFC 9110,
 * 15.3.7.2).
 */
export type ByteRanges = { ranges: readonly ByteRange[]; isMultipart: boolean }

/**
 * Parses a `Range` header for a file of the given size (RFC 9110, 14.2). Returns null without the header and for another unit than bytes,
 * which a server must ignore: the response is then the whole file. Returns `'unsatisfiable'`, which is status 416, when the ranges are
 * malformed or too many, or when none of them is in the file.
 */
export function parseByteRanges(header: string | undefined, size: number): ByteRanges | null | 'unsatisfiable' {
  const [, list] = /^bytes=(.*)$/i.exec(header ?? '') ?? []
  if (list === undefined) return null
  const named = list
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '') // a list may have empty elements (RFC 9110, 5.6.1.2)
  if (named.length > STORAGE_LIMITS.rangesPerRequest) return 'unsatisfiable'
  const ranges: ByteRange[] = []
  for (const text of named) {
    const range = parseRange(text, size)
    if (range === 'malformed') return 'unsatisfiable'
    if (range !== null) ranges.push(range)
  }
  return ranges.length === 0 ? 'unsatisfiable' : { ranges: coalesce(ranges), isMultipart: named.length > 1 }
}

/** Returns null for a range beyond the file. */
function parseRange(text: string, size: number): ByteRange | null | 'malformed' {
  const match = /^(?:(\d+)-(\d+)?|-(\d+))$/.exec(text)
  if (!match) return 'malformed'
  const [, from, to, last] = match
  if (last !== undefined) {
    return Number(last) === 0 || size === 0 ? null : { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const start = Number(from)
  if (to !== undefined && Number(to) < start) return 'malformed'
  return start >= size ? null : { start, end: to === undefined ? size - 1 : Math.min(Number(to), size - 1) }
}

/**
 * Joins ranges that overlap, or that have less between them than the header of a part takes, so that a multipart response is never larger
 * than the file and one part's header (RFC 9110, 17.15). Ranges that need no joining keep the order of the request.
 */
function coalesce(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const joined: ByteRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && range.start - last.end <= STORAGE_LIMITS.joinedGapBytes) last.end = Math.max(last.end, range.end)
    else joined.push({ ...range })
  }
  return joined.length === ranges.length ? ranges : joined
}
