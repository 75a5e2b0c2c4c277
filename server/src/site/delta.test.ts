import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressAgainst } from './delta.ts'

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const lines = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, line) => `call(${line}, ${line ** 3})\n`).join(''))

test.each([0, 1, 300, 20_000])(
  'compressAgainst writes the header of dcz, then what zstd decodes, for %i lines',
  async (count) => {
    const dictionary = lines(count)
    const bytes = Buffer.concat([dictionary, Buffer.from('return')])
    const delta = await compressAgainst(bytes, dictionary, hashOf(dictionary))
    expect(delta.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
    expect(delta.subarray(8, 40)).toEqual(hashOf(dictionary))
    expect(zstdDecompressSync(delta.subarray(40), { dictionary })).toEqual(bytes)
  },
)

test('the difference of two versions of a large script has less than a hundredth of its size', async () => {
  const dictionary = lines(20_000)
  const bytes = Buffer.from(dictionary.toString().replace('call(9999,', 'called(9999,'))
  expect((await compressAgainst(bytes, dictionary, hashOf(dictionary))).length).toBeLessThan(bytes.length / 100)
})
