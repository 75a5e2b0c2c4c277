import { expect, test } from 'vitest'
import { fileSizeText } from './file-size.ts'
import { releaseDateText } from './release-date.ts'

test('a date reads like Mar 5, 2025, the same in every time zone', () => {
  expect(releaseDateText('2025-03-05')).toBe('Mar 5, 2025')
  expect(releaseDateText('2024-02-29')).toBe('Feb 29, 2024')
  expect(releaseDateText(' 2025-12-31 ')).toBe('Dec 31, 2025')
})

test('a moment reads as the day it is for the visitor', () => {
  const noon = new Date(2025, 2, 5, 12).toISOString()
  expect(releaseDateText(noon)).toBe('Mar 5, 2025')
})

test('what is no date reads Recently', () => {
  const odd = [
    '',
    ' ',
    'soon',
    'hello 2025',
    '7',
    '2025',
    '2025-13-01',
    '2025-02-30',
    '2025-02-31T10:00:00Z',
    '0',
    'null',
  ]
  for (const text of [...odd, '2025-03-05Tnonsense', '<b>2025-03-05</b>'])
    expect(releaseDateText(text), text).toBe('Recently')
})

test('sizes read as people read them', () => {
  const sizes = {
    1: '1 bytes',
    999: '999 bytes',
    1000: '1.0 kB',
    86_400_000: '86 MB',
    1_250_000_000: '1.3 GB',
    5e13: '50000 GB',
  }
  for (const [bytes, text] of Object.entries(sizes)) expect(fileSizeText(Number(bytes))).toBe(text)
})
