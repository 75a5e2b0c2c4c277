import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashInChunks } from './hash-chunks.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('hashInChunks returns the SHA-256 of files of any size, and passes the number of bytes read to `onChunk`', async () => {
  for (const size of [0, 1, 63, 64, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5_000_000]) {
    const bytes = randomBytes(size)
    let read = 0
    const sha256 = await hashInChunks(new Blob([bytes]), (done) => {
      read = done
      return true
    })
    expect(sha256, `${size}`).toBe(hashOf(bytes))
    expect(read).toBe(size)
  }
})

test('hashInChunks reads a file in browsers without BYOB readers', async () => {
  const bytes = randomBytes(3_000_000)
  const blob = new Blob([bytes])
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(Uint8Array.from(bytes))
        controller.close()
      },
    })
  expect(await hashInChunks(Object.assign(blob, { stream }), () => true)).toBe(hashOf(bytes))
})

test('hashInChunks returns null when `onChunk` returns false', async () => {
  expect(await hashInChunks(new Blob([randomBytes(5_000_000)]), () => false)).toBeNull()
})
