import { restErrors } from '../errors.ts'

/** A range of rows; a null `limit` means all rows after the offset. */
export type RowRange = { offset: number; limit: number | null }

/** Returns the range of rows from the parameters `limit` and `offset`, intersected with the `RowRange` header (`0-9`, `10-`) if present. */
export function parseRowRange(
  limit: string | undefined,
  offset: string | undefined,
  header: string | undefined,
): RowRange {
  const asked = { offset: parseCount('offset', offset) ?? 0, limit: parseCount('limit', limit) }
  const items = parseHeader(header)
  if (items === null) return asked
  // As in PostgREST, the range is the intersection of the parameters and the header.
  const start = Math.max(asked.offset, items.offset)
  const end = Math.min(endOf(asked), endOf(items))
  return { offset: start, limit: end === Number.POSITIVE_INFINITY ? null : Math.max(0, end - start) }
}

function parseCount(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^-\d+$/.test(text)) {
    throw restErrors.badRange({
      details: `${name === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`,
    })
  }
  const count = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(count)) {
    throw restErrors.badQuery({
      message: `"failed to parse ${name} (${text})" (line 1, column 1)`,
      details: 'expecting a whole number',
    })
  }
  return count
}

function parseHeader(header: string | undefined): RowRange | null {
  // A server may ignore a range in another unit, such as `bytes=…` (RFC 9110, 14.2).
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header ?? '')
  if (match === null) return null
  const first = Number(match[1])
  if (match[2] === undefined) return { offset: first, limit: null }
  const last = Number(match[2])
  if (last < first)
    throw restErrors.badRange({
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  return { offset: first, limit: last - first + 1 }
}

function endOf({ offset, limit }: RowRange): number {
  return limit === null ? Number.POSITIVE_INFINITY : offset + limit
}
