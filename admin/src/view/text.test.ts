import { expect, test } from 'vitest'
import { formatJson } from './text.ts'

test('formatJson escapes characters that a terminal obeys or reorders, and parses to the same value', () => {
  const value = { 'na\u009bme': 'a\u001b[2J\u009b2J\u202e\u2028\ufeffü😀', list: [1, null] }
  const text = formatJson(value, 2)
  expect(text).not.toMatch(/[\u001b\u007f-\u009f\u202e\u2028\ufeff]/)
  expect(text).toContain('ü😀')
  expect(JSON.parse(text)).toEqual(value)
  expect(formatJson(undefined)).toBe('null')
})
