import { expect, test } from 'vitest'
import { formatPhotoList, formatSkippedNote } from './own-words.ts'

const undecodable = (name: string) => ({ name, problem: 'undecodable' }) as const

const gone = (name: string) => ({ name, problem: 'unreachable' }) as const

test('formatSkippedNote names up to three photos that cannot be opened, says when there were more than 50, and is null otherwise', () => {
  expect(formatSkippedNote([], false)).toBeNull()
  expect(formatSkippedNote([undecodable('a.png')], false)).toBe('“a.png” won’t open in this browser.')
  expect(formatSkippedNote(['a.png', 'b.png', 'c.png'].map(undecodable), true)).toBe(
    'The first 50 are on the table. “a.png”, “b.png” and “c.png” won’t open in this browser.',
  )
  expect(formatSkippedNote(['a.png', 'b.png', 'c.png', 'd.png'].map(undecodable), false)).toBe(
    '4 photos won’t open in this browser.',
  )
})

test('formatSkippedNote says what works in place of HEIC', () => {
  expect(formatSkippedNote([undecodable('a.HEIC')], false)).toBe(
    '“a.HEIC” won’t open in this browser. JPEGs always do.',
  )
  expect(formatSkippedNote([gone('a.heic')], false)).toBe('“a.heic” can’t be read any more. Did it move?')
})

test('formatSkippedNote gives the reason for each photo: the file cannot be read, or the memory is too small', () => {
  const big = { name: 'big.jpg', problem: 'memory' } as const
  expect(formatSkippedNote([big, gone('a.jpg'), gone('b.jpg')], false)).toBe(
    '“a.jpg” and “b.jpg” can’t be read any more. Did they move? “big.jpg” is too large for this browser.',
  )
})

test('formatPhotoList lists the names of the kept photos and of those let go, with their numbers', () => {
  expect(formatPhotoList(['a.jpg', 'b.jpg'], ['c.jpg'])).toBe(
    'Kept (2)\r\na.jpg\r\nb.jpg\r\n\r\nLet go (1)\r\nc.jpg\r\n',
  )
  expect(formatPhotoList([], [])).toBe('Kept (0)\r\n\r\nLet go (0)\r\n')
})
