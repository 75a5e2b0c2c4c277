/** A byte range: the positions of the first and the last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a `Range` header for a file of the given size (RFC 9110, 14.2). Returns null without a range, or for one that must be ignored
 * (several ranges, another unit, malformed); the response is then the whole file. Returns `'unsatisfiable'` for a range beyond the file,
 * which is status 416.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/i.exec(header ?? '')
  if (!match) return null
  const [, from, to, last] = match
  if (last !== undefined) return suffix(Number(last), size)
  const start = Number(from)
  if (to !== undefined && Number(to) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === undefined ? size - 1 : Math.min(Number(to), size - 1) }
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size - 1 }
}
