import { expect, test } from 'vitest'
import { findSegmentStart, formatHex, nameSegment, parseLogPosition, parseSegmentName } from './log-position.ts'

test('parseLogPosition parses both halves of a position, and rejects any other text', () => {
  expect(parseLogPosition('0/16B3748')).toBe(0x16b3748n)
  expect(parseLogPosition('2A/FFFFFFFF')).toBe(0x2a_ffff_ffffn)
  for (const text of ['', '0', '0/', '/0', '0/G', '0/123456789', '0/0 ']) expect(() => parseLogPosition(text)).toThrow()
})

test('formatHex pads a number with zeros to a fixed length', () => {
  expect(formatHex(0x2a_0000_000fn, 16)).toBe('0000002A0000000F')
})

test('nameSegment, parseSegmentName and findSegmentStart agree with PostgreSQL on the segment of a position', () => {
  expect(nameSegment(0x1_0000_0000n + 5n, 1)).toBe('000000010000000100000000')
  expect(nameSegment(0xff00_0000n, 1)).toBe('0000000100000000000000FF')
  expect(nameSegment(0x16b3748n, 10)).toBe('0000000A0000000000000001')
  expect(parseSegmentName('0000000A00000002000000FF')).toEqual({ timeline: 10, start: 0x2_ff00_0000n })
  expect(findSegmentStart(0x1ffffffn)).toBe(0x1000000n)
  expect(findSegmentStart(0x2000000n)).toBe(0x2000000n)
})
