import { expect, test } from 'vitest'
import { takeFirstWords } from './first-words.ts'

test('takeFirstWords returns one line, cut between words, without control or invisible characters', () => {
  expect(takeFirstWords('Does it read raw files?\n\nThanks, Ada', 60)).toBe('Does it read raw files? Thanks, Ada')
  expect(takeFirstWords('Does it read raw files, and those of my phone?', 30)).toBe('Does it read raw files, and…')
  expect(takeFirstWords('x'.repeat(99), 10)).toBe('xxxxxxxxx…')
  expect(takeFirstWords(`${'😀'.repeat(20)}`, 5)).toBe('😀😀😀😀…')
  for (const hostile of [
    'a\r\nBcc: eve@example.com',
    'a\u2028b',
    'a\u0085b',
    'a\u200bb',
    'a\u202eb',
    'a\u0000b',
    'a\tb',
  ])
    expect(takeFirstWords(hostile, 60), JSON.stringify(hostile)).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]+$/u)
  expect(takeFirstWords(' \n ', 60)).toBe('')
})
