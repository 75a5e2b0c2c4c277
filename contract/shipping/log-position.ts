/*
 * Positions in PostgreSQL's write-ahead log (LSN), as bigint: the number of bytes from the beginning of the log. The log is a sequence of
 * segment files of equal size.
 */

/** The size of a page of the write-ahead log in bytes. */
export const LOG_PAGE_BYTES = 8192n

/** The length of the header of a log page in bytes: `first` is that of the first page of a segment. */
export const LOG_PAGE_HEADER_BYTES = { first: 40, other: 24 } as const

/** Parses a position in PostgreSQL's notation, such as `0/16B3748`. Throws for any other text. */
export function parseLogPosition(text: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined) throw new Error(`"${text}" is not a position in the write-ahead log.`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Formats a position as 16 hexadecimal digits, so that names that begin with it sort by position. */
export function formatLogPosition(position: bigint): string {
  return position.toString(16).toUpperCase().padStart(16, '0')
}

/** Returns the position at which the segment begins that contains `position`. */
export function findSegmentStart(position: bigint, segmentBytes: number): bigint {
  return position - (position % BigInt(segmentBytes))
}

/** Returns the name of the segment file that contains `position`: timeline, and the number of the segment in two parts. */
export function nameOfSegment(position: bigint, timeline: number, segmentBytes: number): string {
  const number = position / BigInt(segmentBytes)
  const perPart = 0x1_0000_0000n / BigInt(segmentBytes)
  return [BigInt(timeline), number / perPart, number % perPart]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** Returns the length of the header of the page that contains `position`. */
export function pageHeaderBytes(position: bigint, segmentBytes: number): number {
  const isFirst = position % BigInt(segmentBytes) < LOG_PAGE_BYTES
  return isFirst ? LOG_PAGE_HEADER_BYTES.first : LOG_PAGE_HEADER_BYTES.other
}
