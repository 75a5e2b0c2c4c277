import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseContentEncoding, compressFile } from './compress.ts'

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
  ['br;q=0.000, gzip', 'gzip'],
  ['br;q=0.5, gzip', 'br'],
  ['br;xq=0, gzip', 'br'],
  ['GZIP', 'gzip'],
  ['deflate', null],
])('chooseContentEncoding for Accept-Encoding %s returns %s', (accepted, encoding) => {
  expect(chooseContentEncoding(accepted)).toBe(encoding)
})

test('chooseContentEncoding returns the same for a repeated, a long and a forgotten Accept-Encoding header', () => {
  const long = `${'x, '.repeat(60)}gzip`
  for (const [accepted, encoding] of [
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['deflate;q=0.1', null],
    [long, 'gzip'],
  ] as const) {
    for (let turn = 0; turn < 2; turn += 1) expect(chooseContentEncoding(accepted)).toBe(encoding)
    for (let other = 0; other < 150; other += 1) expect(chooseContentEncoding(`gzip, x${other}`)).toBe('gzip')
    expect(chooseContentEncoding(accepted)).toBe(encoding)
  }
})

test('bytes compressed with brotli or gzip decompress to the original', async () => {
  const bytes = Buffer.from('Keep the photos you look back on. '.repeat(50))
  expect(brotliDecompressSync(await compressFile(bytes, 'br')).equals(bytes)).toBe(true)
  expect(gunzipSync(await compressFile(bytes, 'gzip')).equals(bytes)).toBe(true)
})

test('compress uses the best compression level for brotli and gzip', async () => {
  const bytes = Buffer.from('the same words again and again. '.repeat(200))
  const [br, gz] = await Promise.all([compressFile(bytes, 'br'), compressFile(bytes, 'gzip')])
  expect(brotliDecompressSync(br).equals(bytes)).toBe(true)
  expect(gunzipSync(gz).equals(bytes)).toBe(true)
  expect(gz.equals(gzipSync(bytes, { level: 9 }))).toBe(true)
  const quality = constants.BROTLI_PARAM_QUALITY
  expect(br.length).toBeLessThanOrEqual(brotliCompressSync(bytes, { params: { [quality]: 11 } }).length)
})
