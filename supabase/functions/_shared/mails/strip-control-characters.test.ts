import { expect, test } from 'vitest'
import { stripControlCharacters } from './strip-control-characters.ts'

test('stripControlCharacters removes bidirectional controls and control characters, and keeps other text', () => {
  expect(stripControlCharacters('a\u202eb\u2066c\u2069d')).toBe('abcd')
  expect(stripControlCharacters('a\u0000b\rc\u001bd\u007fe\u009ff')).toBe('abcdef')
  expect(stripControlCharacters('ä — „ö“ 王伟\u200d')).toBe('ä — „ö“ 王伟\u200d')
})

test('stripControlCharacters keeps line feeds and replaces a tab by two spaces', () => {
  expect(stripControlCharacters('a\tb\nc')).toBe('a  b\nc')
})
