import { expect, test } from 'vitest'
import { formatKeptHeading, formatPhotoList, formatSkippedNote } from './own-words.ts'

test('formatSkippedNote names the photos that cannot be opened, says when there were more than 50, and is null otherwise', () => {
  expect(formatSkippedNote([], false)).toBeNull()
  expect(formatSkippedNote(['a.heic'], false)).toBe('“a.heic” can’t be opened in this browser, so it was skipped.')
  expect(formatSkippedNote(['a.heic', 'b.heic'], true)).toBe(
    'The first 50 are on the table. 2 photos can’t be opened in this browser and were skipped: “a.heic”, “b.heic”.',
  )
})

test('formatKeptHeading gives the number of kept photos, or says that no photo can be opened', () => {
  expect(formatKeptHeading(6, 4)).toBe('You kept 6 of 10.')
  expect(formatKeptHeading(0, 0)).toBe('None of these can be opened here.')
})

test('formatPhotoList lists the names of the kept photos and of those let go, with their numbers', () => {
  expect(formatPhotoList(['a.jpg', 'b.jpg'], ['c.jpg'])).toBe(
    'Kept (2)\r\na.jpg\r\nb.jpg\r\n\r\nLet go (1)\r\nc.jpg\r\n',
  )
  expect(formatPhotoList([], [])).toBe('Kept (0)\r\n\r\nLet go (0)\r\n')
})
