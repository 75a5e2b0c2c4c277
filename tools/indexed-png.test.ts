import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { indexedPng } from './indexed-png.ts'

/** The body of the first chunk of this type. */
function chunkOf(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type)
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
}

test('an indexed picture keeps its measures, its colours and what lies where', () => {
  const rgba = Uint8Array.from([255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 255])
  const png = indexedPng({ width: 2, height: 2, rgba })

  expect(chunkOf(png, 'IHDR').readUInt32BE(0)).toBe(2)
  expect(chunkOf(png, 'IHDR').readUInt32BE(4)).toBe(2)
  const [, first, second, , third, fourth] = inflateSync(chunkOf(png, 'IDAT'))
  const brightness = (index = 0) => chunkOf(png, 'PLTE')[index * 3] ?? -1
  expect([first, second, third, fourth].map((index) => brightness(index) > 127)).toEqual([true, false, false, true])
})

test('a picture of more shades than allowed gets the allowed number', () => {
  const rgba = Uint8Array.from({ length: 4096 * 4 }, (_, at) => (at * 37) % 256)
  expect(chunkOf(indexedPng({ width: 64, height: 64, rgba }, 16), 'PLTE')).toHaveLength(16 * 3)
})
