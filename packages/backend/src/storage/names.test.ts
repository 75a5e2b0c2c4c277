import { expect, test } from 'vitest'
import { requireBucketName, requireObjectName } from './names.ts'

test.each(['a', 'downloads', 'My Bucket', "it's", 'a.b-c_d', '...', 'x'.repeat(100)])(
  'the bucket name %j is accepted',
  (name) => {
    expect(requireBucketName(name)).toBe(name)
  },
)

test.each(['', '.', '..', 'a/b', 'a\\b', ' a', 'a ', 'ä', 'a\n', 'a%2fb', 'x'.repeat(101), '\u0000', 'a"b'])(
  'the bucket name %j is refused',
  (name) => {
    expect(() => requireBucketName(name)).toThrow('Bucket name invalid')
  },
)

test.each([
  'a',
  'a/b/c.txt',
  'latest/Orchid-Setup-x64.exe',
  '.hidden',
  'a/...',
  "photo (1) & 'co'.jpg",
  'a b/$@=;:+,?*!.txt',
])('the object name %j is accepted', (name) => {
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

test.each(refused)('the object name %j is refused', (name) => {
  expect(() => requireObjectName(name)).toThrow('Invalid key')
})

test('an object name may have 1,024 characters, and names may contain dots at the start or end of a segment', () => {
  expect(requireObjectName('x'.repeat(1024))).toHaveLength(1024)
  for (const name of ['a/.b', 'a/b.', 'a/..b', 'a/b..', '.a./b', 'a/. /b']) expect(requireObjectName(name)).toBe(name)
  for (const name of ['.a', 'a.', '..a', 'a..']) expect(requireBucketName(name)).toBe(name)
})

test('the error for an invalid object name contains at most 200 characters of that name', () => {
  expect(() => requireObjectName(`${'y'.repeat(199)}"${'z'.repeat(50)}`)).toThrow(/^Invalid key: y{199}"$/)
})
