import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findChunkName, formatUseAsDictionary, readAvailableDictionary } from './available-dictionary.ts'

const hash = createHash('sha256').update('a script').digest('base64')
const ENCODINGS = 'gzip, deflate, br, zstd, dcb, dcz'

test('readAvailableDictionary returns the hash of the dictionary of a client that accepts dcz', () => {
  expect(readAvailableDictionary({ 'accept-encoding': ENCODINGS, 'available-dictionary': `:${hash}:` })).toBe(hash)
})

test.each(['gzip, br', '*', 'dcz;q=0, br', 'dcb', ''])(
  'readAvailableDictionary returns null for a client that does not name dcz in Accept-Encoding: %j',
  (encodings) => {
    expect(readAvailableDictionary({ 'accept-encoding': encodings, 'available-dictionary': `:${hash}:` })).toBeNull()
  },
)

test.each([
  ...['', ':', '::', hash, `:${hash}`, `:${hash}:;a=1`, `:${hash.slice(1)}:`, `:${'A'.repeat(44)}:`],
  ...[`:${hash}:, :${hash}:`, `:${hash.replace(/.$/, '-')}:`, ':__proto__:', `:${'A'.repeat(100_000)}=:`],
])('readAvailableDictionary returns null for a malformed header: %.20j', (value) => {
  expect(readAvailableDictionary({ 'accept-encoding': ENCODINGS, 'available-dictionary': value })).toBeNull()
})

test.each([
  ['/assets/frame-D4o4xt.js', 'frame'],
  ['/assets/second-factor-WZv4CL.js', 'second-factor'],
  ['/assets/confetti.module-D2UmBL.js', 'confetti.module'],
  ['/assets/frame-a-b_c1.js', 'frame'],
  ['/assets/print-worker-Bsz7qFGc.js', 'print-worker'],
  ['/assets/frame.js', null],
  ['/assets/rings-DfRDR3.svg', null],
  ['/frame-D4o4xt.js', null],
  ['/assets/deep/frame-D4o4xt.js', null],
])('findChunkName returns the name without the content hash, for scripts under /assets/ only: %s', (path, name) => {
  expect(findChunkName(path)).toBe(name)
})

test('formatUseAsDictionary matches the later versions of a script', () => {
  expect(formatUseAsDictionary('frame')).toBe('match="frame-*.js"')
})
