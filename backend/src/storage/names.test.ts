import { expect, test } from 'vitest'
import { requireBucketName, requireObjectName } from './names.ts'

test.each(['a', 'downloads', 'My Bucket', "it's", 'a.b-c_d', '...', 'x'.repeat(100)])(
  'accepts %j as a bucket name',
  (name) => {
    expect(requireBucketName(name)).toBe(name)
  },
)

test.each(['', '.', '..', 'a/b', 'a\\b', ' a', 'a ', 'ä', 'a\n', 'a%2fb', 'x'.repeat(101), '\u0000', 'a"b'])(
  'refuses %j as a bucket name',
  (name) => {
    expect(() => requireBucketName(name)).toThrow('Bucket name invalid')
  },
)

test.each([
  'a',
  'a/b/c.txt',
  'latest/Fondly-Setup-x64.exe',
  '.hidden',
  'a/...',
  "photo (1) & 'co'.jpg",
  'a b/$@=;:+,?*!.txt',
])('accepts %j as an object name', (name) => {
  expect(requireObjectName(name)).toBe(name)
})

const refused = [
  ...['', '/', 'a/', '/a', 'a//b', '.', '..', '../a', 'a/../b', 'a/./b', 'a/..', '..\\a', 'C:\\a', 'a\\..\\b'],
  ...[
    '%2e%2e/a',
    '..%2fa',
    'a\u0000b',
    'a\nb',
    'ünïcode',
    'a\u202eb',
    'a#b',
    'a"b',
    'a<b>',
    'a|b',
    '~/a',
    '`a`',
    'x'.repeat(1025),
  ],
]

test.each(refused)('refuses %j as an object name', (name) => {
  expect(() => requireObjectName(name)).toThrow('Invalid key')
})

test('enforces the maximum length of names, and refuses a segment only when it consists of dots', () => {
  expect(requireObjectName('x'.repeat(1024))).toHaveLength(1024)
  for (const name of ['a/.b', 'a/b.', 'a/..b', 'a/b..', '.a./b', 'a/. /b']) expect(requireObjectName(name)).toBe(name)
  for (const name of ['.a', 'a.', '..a', 'a..']) expect(requireBucketName(name)).toBe(name)
})

test('the error for an invalid name contains at most 200 characters of it', () => {
  expect(() => requireObjectName(`${'y'.repeat(199)}"${'z'.repeat(50)}`)).toThrow(/^Invalid key: y{199}"$/)
})
