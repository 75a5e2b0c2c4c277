import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, compress } from './compress.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', null],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', null],
])('accepting %s is answered in %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('what is compressed comes back whole', async () => {
  const bytes = Buffer.from('Keep the photos you look back on. '.repeat(50))
  expect(brotliDecompressSync(await compress(bytes, 'br')).equals(bytes)).toBe(true)
  expect(gunzipSync(await compress(bytes, 'gzip')).equals(bytes)).toBe(true)
})
