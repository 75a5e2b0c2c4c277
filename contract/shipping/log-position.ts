/*
 * Positions in PostgreSQL's write-ahead log (LSN), as bigint: the number of bytes from the beginning of the log. The log is a sequence of
 * segment files. The name of a file has the timeline, which a restore changes, and the number of the segment, 8 hexadecimal digits each
 * for the timeline, the upper and the lower part of the number.
 */

/** The size of a segment in bytes: PostgreSQL's default, with which the server creates its own PostgreSQL. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n
const SEGMENTS_PER_PART = 0x1_0000_0000n / SEGMENT_BYTES

/** Parses a position in PostgreSQL's notation, such as `0/16B3748`. Throws for any other text. */
export function parseLogPosition(text: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined) throw new Error(`"${text}" is not a position in the write-ahead log.`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Returns the position at which the segment begins that contains `position`. */
export function findSegmentStart(position: bigint): bigint {
  return position - (position % SEGMENT_BYTES)
}

/** Returns the name of the segment file that contains `position`. */
export function nameSegment(position: bigint, timeline: number): string {
  const number = position / SEGMENT_BYTES
  return [BigInt(timeline), number / SEGMENTS_PER_PART, number % SEGMENTS_PER_PART]
    .map((part) => formatHex(part, 8))
    .join('')
}

/** Returns the timeline in the name of a segment file, and the position at which the segment begins. */
export function parseSegmentName(name: string): { timeline: number; start: bigint } {
  const [timeline = 0n, upper = 0n, lower = 0n] = (name.match(/.{8}/g) ?? []).map((part) => BigInt(`0x${part}`))
  return { timeline: Number(timeline), start: (upper * SEGMENTS_PER_PART + lower) * SEGMENT_BYTES }
}

/** Formats a number as hexadecimal digits with leading zeros, so that names that begin with it sort by number. */
export function formatHex(number: bigint, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, '0')
}
