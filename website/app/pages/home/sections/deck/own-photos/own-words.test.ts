import { expect, test } from 'vitest'
import { formatOutcome, formatPhotoList, formatSkippedNote } from './own-words.ts'

const undecodable = (name: string) => ({ name, problem: 'undecodable' }) as const

test('formatSkippedNote names the photos that cannot be opened, says when there were more than 50, and is null otherwise', () => {
  expect(formatSkippedNote([], false)).toBeNull()
  expect(formatSkippedNote([undecodable('a.heic')], false)).toBe(
    '“a.heic” can’t be opened in this browser, so it was skipped.',
  )
  expect(formatSkippedNote([undecodable('a.heic'), undecodable('b.heic')], true)).toBe(
    'The first 50 are on the table. 2 photos can’t be opened in this browser and were skipped: “a.heic”, “b.heic”.',
  )
})

test('formatSkippedNote gives the reason for each photo: the file cannot be read, or the memory is too small', () => {
  expect(
    formatSkippedNote(
      [
        { name: 'big.jpg', problem: 'memory' },
        { name: 'gone.jpg', problem: 'unreachable' },
      ],
      false,
    ),
  ).toBe(
    '“gone.jpg” can’t be read any more, so it was skipped. Has the file moved? “big.jpg” needs more memory than this browser has left, so it was skipped.',
  )
})

test('formatOutcome gives the number of kept photos and the pace, if there is one, or says that no photo can be opened', () => {
  const pace = 'At your pace, 2,000 photos take 41 minutes.'
  expect(formatOutcome({ kept: 6, letGo: 4, pace })).toBe(`You kept 6 of 10. ${pace}`)
  expect(formatOutcome({ kept: 2, letGo: 1, pace: null })).toBe('You kept 2 of 3.')
  expect(formatOutcome({ kept: 0, letGo: 0, pace: null })).toBe('None of these can be opened here.')
})

test('formatPhotoList lists the names of the kept photos and of those let go, with their numbers', () => {
  expect(formatPhotoList(['a.jpg', 'b.jpg'], ['c.jpg'])).toBe(
    'Kept (2)\r\na.jpg\r\nb.jpg\r\n\r\nLet go (1)\r\nc.jpg\r\n',
  )
  expect(formatPhotoList([], [])).toBe('Kept (0)\r\n\r\nLet go (0)\r\n')
})
