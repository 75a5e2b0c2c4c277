import { expect, test } from 'vitest'
import {
  findSegmentStart,
  formatLogPosition,
  nameOfSegment,
  pageHeaderBytes,
  parseLogPosition,
} from './log-position.ts'

const SEGMENT = 16 * 1024 * 1024

test('parseLogPosition parses both halves of a position, and rejects any other text', () => {
  expect(parseLogPosition('0/16B3748')).toBe(0x16b3748n)
  expect(parseLogPosition('2A/FFFFFFFF')).toBe(0x2a_ffff_ffffn)
  for (const text of ['', '0', '0/', '/0', '0/G', '0/123456789', '0/0 ']) expect(() => parseLogPosition(text)).toThrow()
})

test('formatLogPosition pads a position, so that names sort', () => {
  expect(formatLogPosition(0x2a_0000_000fn)).toBe('0000002A0000000F')
})

test('a position belongs to the segment with the name that PostgreSQL gives it', () => {
  expect(nameOfSegment(0x1_0000_0000n + 5n, 1, SEGMENT)).toBe('000000010000000100000000')
  expect(nameOfSegment(0xff00_0000n, 1, SEGMENT)).toBe('0000000100000000000000FF')
  expect(nameOfSegment(0x16b3748n, 10, SEGMENT)).toBe('0000000A0000000000000001')
  expect(nameOfSegment(0x16b3748n, 1, 1024 * 1024)).toBe('000000010000000000000016')
  expect(findSegmentStart(0x1ffffffn, SEGMENT)).toBe(0x1000000n)
  expect(findSegmentStart(0x2000000n, SEGMENT)).toBe(0x2000000n)
})

test('only the first page of a segment has the long header', () => {
  expect([0x1000000n, 0x1001fffn, 0x1002000n, 0x2000000n].map((at) => pageHeaderBytes(at, SEGMENT))).toEqual([
    40, 40, 24, 40,
  ])
})
