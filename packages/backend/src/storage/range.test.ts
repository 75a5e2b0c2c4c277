import { expect, test } from 'vitest'
import { STORAGE_LIMITS } from './limits.ts'
import { type ByteRange, parseByteRanges } from './range.ts'

const single = (start: number, end: number) => ({ ranges: [{ start, end }], isMultipart: false })

test.each([
  ['bytes=0-0', 10, single(0, 0)],
  ['bytes=0-9', 10, single(0, 9)],
  ['bytes=2-5', 10, single(2, 5)],
  ['bytes=5-', 10, single(5, 9)],
  ['bytes=5-99', 10, single(5, 9)],
  [`bytes=5-${'9'.repeat(400)}`, 10, single(5, 9)],
  ['bytes=-3', 10, single(7, 9)],
  ['bytes=-99', 10, single(0, 9)],
  ['Bytes=1-2', 10, single(1, 2)],
  ['bytes= ,1-2 ,', 10, single(1, 2)],
])('the Range header %s is one range of a file of %i bytes', (header, size, ranges) => {
  expect(parseByteRanges(header, size)).toEqual(ranges)
})

const MB = 1_000_000
const several = (...ranges: [start: number, end: number][]) => ({
  ranges: ranges.map(([start, end]) => ({ start, end })),
  isMultipart: true,
})

test.each([
  ['bytes=0-99,5000-5099', several([0, 99], [5000, 5099])],
  ['bytes=0-99, \t5000-5099', several([0, 99], [5000, 5099])],
  ['bytes=5000-5099,0-99,-10', several([5000, 5099], [0, 99], [MB - 10, MB - 1])],
  ['bytes=0-1124,2149-3000', several([0, 1124], [2149, 3000])],
  ['bytes=0-1124,2148-3000', several([0, 3000])],
  ['bytes=5000-5099,0-99,50-149', several([0, 149], [5000, 5099])],
  ['bytes=0-,0-,0-', several([0, MB - 1])],
  ['bytes=0-9,1000000-', several([0, 9])],
])('the Range header %s is several ranges, of which near and overlapping ones are joined', (header, ranges) => {
  expect(parseByteRanges(header, MB)).toEqual(ranges)
})

test.each([
  ['bytes=10-', 10],
  ['bytes=10-20', 10],
  ['bytes=10-20,30-', 10],
  ['bytes=-0', 10],
  ['bytes=0-0', 0],
  ['bytes=-1', 0],
  [`bytes=${'9'.repeat(400)}-`, 10],
])('the Range header %s is unsatisfiable for a file of %i bytes', (header, size) => {
  expect(parseByteRanges(header, size)).toBe('unsatisfiable')
})

test.each([
  'bytes=',
  'bytes=,',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-2',
  'bytes=0-1;',
  'bytes=1 -2',
  'bytes=-1-2',
  'bytes=0-1,5-2',
  'bytes=0-1, bytes=3-4',
  `bytes=${'0-0,'.repeat(STORAGE_LIMITS.rangesPerRequest + 1)}`,
])('the malformed Range header %s is refused, so that it does not get the whole file', (header) => {
  expect(parseByteRanges(header, 10)).toBe('unsatisfiable')
})

test.each([undefined, '', 'bytes', 'rows=0-1', 'megabytes=0-1'])(
  'the Range header %s, which names no bytes, is ignored',
  (header) => {
    expect(parseByteRanges(header, 10)).toBeNull()
  },
)

test('whatever ranges are requested, the response contains each requested byte, and none twice', () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 300; round += 1) {
    const size = 1 + random(round % 2 === 0 ? 20_000 : 60)
    const requested = Array.from({ length: 2 + random(30) }, (): ByteRange => {
      const start = random(size)
      return { start, end: Math.min(size - 1, start + random(3_000)) }
    })
    const parsed = parseByteRanges(`bytes=${requested.map(({ start, end }) => `${start}-${end}`).join()}`, size)
    if (parsed === null || parsed === 'unsatisfiable') throw new Error('The ranges were refused.')
    const sorted = parsed.ranges.toSorted((a, b) => a.start - b.start)
    for (const [index, { start }] of sorted.entries()) {
      const gap = start - (sorted[index - 1]?.end ?? -Infinity) - 1
      expect(gap, 'more than the header of a part').toBeGreaterThanOrEqual(STORAGE_LIMITS.joinedGapBytes)
    }
    for (const { start, end } of requested) {
      expect(parsed.ranges.some((range) => range.start <= start && end <= range.end)).toBe(true)
    }
  }
})
