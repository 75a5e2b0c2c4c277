import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { OpenStoredFile } from './files.ts'
import type { ByteRange } from './range.ts'

const READ_BYTES = 64 * 1024

/** A `multipart/byteranges` body with the values of its headers. */
export type MultipartRanges = { contentType: string; contentLength: number; createBody: () => Readable }

/**
 * Returns the ranges of a file as `multipart/byteranges` (RFC 9110, 14.6). The boundary is random, so that no file can contain it. The body
 * closes the file when it ends or is destroyed.
 */
export function createMultipartRanges(
  { handle, size }: OpenStoredFile,
  ranges: readonly ByteRange[],
  contentType: string,
): MultipartRanges {
  const boundary = randomUUID()
  const parts = ranges.map(({ start, end }, index) => ({
    start,
    end,
    header: `${index === 0 ? '' : '\r\n'}--${boundary}\r\ncontent-type: ${contentType}\r\ncontent-range: bytes ${start}-${end}/${size}\r\n\r\n`,
  }))
  const last = `\r\n--${boundary}--\r\n`
  const lengths = parts.map(({ start, end, header }) => Buffer.byteLength(header) + end - start + 1)
  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    contentLength: lengths.reduce((sum, length) => sum + length, last.length),
    createBody: () =>
      Readable.from(readParts(handle, parts, last), { objectMode: false })
        // Not a `finally` in the generator, which does not run when the client disconnects before the first read.
        .once('close', () => void handle.close().catch(() => {})),
  }
}

async function* readParts(handle: FileHandle, parts: readonly (ByteRange & { header: string })[], last: string) {
  for (const { start, end, header } of parts) {
    yield Buffer.from(header)
    for (let at = start; at <= end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, end - at + 1))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) throw new Error('The stored file is shorter than its size.')
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  }
  yield Buffer.from(last)
}
