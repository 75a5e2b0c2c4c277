import * as v from 'valibot'
import { expect, test } from 'vitest'
import { redirectPatterns } from './config-values.ts'

test('patterns are divided at commas, but not within braces', () => {
  const read = (value: string) => v.parse(redirectPatterns, value)
  expect(read('https://a.example.com/*, fondly://callback ,')).toEqual(['https://a.example.com/*', 'fondly://callback'])
  expect(read('https://{a,b}.example.com/**,https://c.example.com')).toEqual([
    'https://{a,b}.example.com/**',
    'https://c.example.com',
  ])
  expect(read('')).toEqual([])
})

test.each(['https://{a.example.com', 'https://a}.example.com', 'https://{a,{b,c}}.example.com'])(
  '%s is refused',
  (value) => {
    expect(v.is(redirectPatterns, value)).toBe(false)
  },
)
