import { expect, test } from 'vitest'
import { requireBucketName, requireObjectName } from './names.ts'

test.each(['a', 'downloads', 'My Bucket', "it's", 'a.b-c_d', '...', 'x'.repeat(100)])(
  '%j is the name of a bucket',
  (name) => {
    expect(requireBucketName(name)).toBe(name)
  },
)

test.each(['', '.', '..', 'a/b', 'a\\b', ' a', 'a ', 'ä', 'a\n', 'a%2fb', 'x'.repeat(101), '\u0000', 'a"b'])(
  '%j is no name of a bucket',
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
])('%j is the name of an object', (name) => {
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

test.each(refused)('%j is no name of an object', (name) => {
  expect(() => requireObjectName(name)).toThrow('Invalid key')
})

test('names keep to their longest, and dots make a part odd only where nothing else is in it', () => {
  expect(requireObjectName('x'.repeat(1024))).toHaveLength(1024)
  for (const name of ['a/.b', 'a/b.', 'a/..b', 'a/b..', '.a./b', 'a/. /b']) expect(requireObjectName(name)).toBe(name)
  for (const name of ['.a', 'a.', '..a', 'a..']) expect(requireBucketName(name)).toBe(name)
})

test('a refusal shows at most 200 characters of the name', () => {
  expect(() => requireObjectName(`${'y'.repeat(199)}"${'z'.repeat(50)}`)).toThrow(/^Invalid key: y{199}"$/)
})
