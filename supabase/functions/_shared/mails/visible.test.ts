import { expect, test } from 'vitest'
import { visible } from './visible.ts'

test('what acts instead of being read is gone, and only that', () => {
  expect(visible('a\u202eb\u2066c\u2069d')).toBe('abcd')
  expect(visible('a\u0000b\rc\u001bd\u007fe\u009ff')).toBe('abcdef')
  expect(visible('ä — „ö“ 王伟\u200d')).toBe('ä — „ö“ 王伟\u200d')
})

test('a line end stays, and a tab is two spaces', () => {
  expect(visible('a\tb\nc')).toBe('a  b\nc')
})
