import { expect, test } from 'vitest'
import { parseByteRange } from './range.ts'

test.each([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=0-9', 10, { start: 0, end: 9 }],
  ['bytes=2-5', 10, { start: 2, end: 5 }],
  ['bytes=5-', 10, { start: 5, end: 9 }],
  ['bytes=5-99', 10, { start: 5, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  ['Bytes=1-2', 10, { start: 1, end: 2 }],
  ['bytes=9-9', 10, { start: 9, end: 9 }],
])('the Range header %s is valid for a file of %i bytes', (header, size, range) => {
  expect(parseByteRange(header, size)).toEqual(range)
})

test.each([
  ['bytes=10-', 10],
  ['bytes=10-20', 10],
  ['bytes=-0', 10],
  ['bytes=0-0', 0],
  ['bytes=-1', 0],
  ['bytes=999999999999999-', 10],
])('the Range header %s is unsatisfiable for a file of %i bytes', (header, size) => {
  expect(parseByteRange(header, size)).toBe('unsatisfiable')
})

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-2',
  'bytes=0-1,3-4',
  'rows=0-1',
  'megabytes=0-1',
  'bytes=0-1;',
  'bytes=1 -2',
  'bytes=-1-2',
  `bytes=${'9'.repeat(40)}-`,
])('the malformed or unsupported Range header %s is ignored', (header) => {
  expect(parseByteRange(header, 10)).toBeNull()
})
