import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { FileStore } from './files.ts'
import { createMultipartRanges } from './multipart-ranges.ts'
import { parseByteRanges } from './range.ts'

async function storeFile(bytes: Uint8Array) {
  const path = await mkdtemp(join(tmpdir(), 'ranges-'))
  const files = new FileStore(path)
  const { version } = await files.store(
    (async function* () {
      yield bytes
    })(),
    bytes.length,
  )
  const file = await files.open(version)
  if (file === null) throw new Error('The file was not stored.')
  return { ...file, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('a multipart body has the parts in their order, its announced length, and closes the file at its end', async () => {
  const bytes = randomBytes(200_000)
  await using file = await storeFile(bytes)
  const ranges = [
    { start: 0, end: 99_999 },
    { start: 150_000, end: 150_000 },
  ]
  const { contentType, contentLength, createBody } = createMultipartRanges(file, ranges, 'text/plain; charset=utf-8')
  const body = await buffer(createBody())
  const boundary = contentType.replace('multipart/byteranges; boundary=', '')
  const header = (range: string) =>
    `--${boundary}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-range: ${range}\r\n\r\n`
  const expected = Buffer.concat([
    Buffer.from(header('bytes 0-99999/200000')),
    bytes.subarray(0, 100_000),
    Buffer.from(`\r\n${header('bytes 150000-150000/200000')}`),
    bytes.subarray(150_000, 150_001),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  expect(body.equals(expected)).toBe(true)
  expect(contentLength).toBe(expected.length)
  await expect.poll(() => file.handle.fd).toBe(-1)
})

test.each(['before the first read', 'while it is read'])(
  'a multipart body that is destroyed %s closes the file',
  async (when) => {
    await using file = await storeFile(randomBytes(200_000))
    const body = createMultipartRanges(file, [{ start: 0, end: 199_999 }], 'text/plain').createBody()
    if (when === 'while it is read') for await (const _ of body) break
    body.destroy()
    await expect.poll(() => file.handle.fd).toBe(-1)
  },
)

test('no set of ranges gets a response that is larger than the file and the header of one part', async () => {
  const size = 3_000
  await using file = await storeFile(Buffer.alloc(size))
  const lists = [1, 2, 5, 10, 100, 1_000, 1_030, 1_100].flatMap((step) =>
    [1, 50, 2_000].map((length) =>
      Array.from(
        { length: Math.min(500, Math.ceil(size / step)) },
        (_, at) => `${at * step}-${at * step + length - 1}`,
      ),
    ),
  )
  for (const list of lists.flatMap((ranges) => [ranges, ranges.toReversed()])) {
    const parsed = parseByteRanges(`bytes=${list.join()}`, size)
    if (parsed === null || parsed === 'unsatisfiable') throw new Error(`The ranges ${list.join()} were refused.`)
    expect(createMultipartRanges(file, parsed.ranges, 'application/octet-stream').contentLength).toBeLessThan(
      size + 300,
    )
  }
  await file.handle.close()
})
