import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  booleanSchema,
  commaSeparatedListSchema,
  durationSecondsSchema,
  integerSchema,
  ipRangeSchema,
  originSchema,
  redirectPatternsSchema,
  singleLineSchema,
} from './config-values.ts'

test('redirect URL patterns are split at commas, but not at commas within braces', () => {
  const read = (value: string) => v.parse(redirectPatternsSchema, value)
  expect(read('https://a.example.com/*, orchid://callback ,')).toEqual(['https://a.example.com/*', 'orchid://callback'])
  expect(read('https://{one,two,three}.example.com/**,https://c.example.com')).toEqual([
    'https://{one,two,three}.example.com/**',
    'https://c.example.com',
  ])
  expect(read('')).toEqual([])
})

test.each(['https://{a.example.com', 'https://a}.example.com', 'https://{a,{b,c}}.example.com'])(
  'the redirect pattern %s with unbalanced or nested braces is refused',
  (value) => {
    expect(v.is(redirectPatternsSchema, value)).toBe(false)
  },
)

test('a boolean setting accepts only true, 1, false and 0, in any letter case', () => {
  expect(['true', 'TRUE', ' 1 ', 'false', 'False', '0'].map((value) => v.parse(booleanSchema, value))).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ])
  for (const odd of ['', 'yes', 'on', '01', 'truee']) expect(v.is(booleanSchema, odd), odd).toBe(false)
})

test('a duration setting accepts a number of seconds, or hours, minutes and seconds in that order', () => {
  const read = (value: string) => v.parse(durationSecondsSchema, value)
  expect(['0', '60', '90s', '15m', '12h', '1h0m5s', '10h20m30s', '2h5s'].map(read)).toEqual([
    ...[0, 60, 90, 900, 43_200, 3605, 37_230, 7205],
  ])
  for (const odd of ['', 's', '1d', '1m1h', '-1', '1.5m', '5s5s', '1h ago', '1 h', '1234567890']) {
    expect(v.is(durationSecondsSchema, odd), odd).toBe(false)
  }
})

test('a list setting is split at commas, its items are trimmed and empty items are dropped', () => {
  const items = v.parse(commaSeparatedListSchema(ipRangeSchema), ' 10.0.0.0/8, 192.0.2.7 ,, ,2001:db8::/32 ')
  expect(items).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])
})

test('an IP range setting accepts only an IP address with an optional prefix length', () => {
  for (const range of ['192.0.2.7', '::1', '10.0.0.0/0', '10.0.0.0/32', '::/0', '2001:db8::/128', '2001:db8::/33']) {
    expect(v.is(ipRangeSchema, range), range).toBe(true)
  }
  const odd = ['', '/8', 'example.com', '10.0.0/8', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8x', '::/129']
  for (const range of [...odd, '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/ 8', '10.0.0.0/0008']) {
    expect(v.is(ipRangeSchema, range), range).toBe(false)
  }
})

test('an origin setting is normalised, and a URL with a path, query, fragment or credentials is rejected', () => {
  expect(v.parse(originSchema, ' https://Orchid.Example:443/ ')).toBe('https://orchid.example')
  expect(v.parse(originSchema, 'http://[::1]:3000')).toBe('http://[::1]:3000')
  const odd = ['/a', '?a', '#a'].map((rest) => `https://orchid.example${rest}`)
  for (const value of [
    ...odd,
    'https://ada@orchid.example',
    'https://:x@orchid.example',
    'ftp://orchid.example',
    'x',
  ]) {
    expect(v.is(originSchema, value), value).toBe(false)
  }
})

test('a single-line setting with a line break or NUL is rejected', () => {
  expect(v.parse(singleLineSchema, ' one line ')).toBe('one line')
  for (const odd of ['a\nb', 'a\rb', 'a\0b']) expect(v.is(singleLineSchema, odd)).toBe(false)
})

test('an integer setting accepts only numbers of at most 15 digits within its limits', () => {
  const port = integerSchema(1, 65_535)
  expect(['1', '65535', ' 80 ', '0080'].map((value) => v.parse(port, value))).toEqual([1, 65_535, 80, 80])
  for (const odd of ['0', '65536', '8.0', '8e1', 'x80', '80x', '-1', '', '0'.repeat(16)]) {
    expect(v.is(port, odd), odd).toBe(false)
  }
})
