import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { openPromise } from 'yauzl'

/** The first bytes of a file in an archive. `path` is its path in the archive, without a leading `./`. */
export type ArchivedFile = { path: string; begin: Buffer }

/** The type of an archive of a Mac app. */
export type MacArchiveFormat = 'zip' | 'tar.gz'

/**
 * Yields the first `length` bytes of each file in the archive for whose path `isWanted` returns true. Keeps no other content in memory.
 * Rejects with the reader's error when the archive is cut off: a .zip has its table of contents at its end, and a .tar.gz is read to its
 * end. Damage in a file of a .zip that is not wanted stays unnoticed, because that file is not read.
 */
export function readMacArchive(
  path: string,
  format: MacArchiveFormat,
  options: { length: number; isWanted: (path: string) => boolean },
): AsyncGenerator<ArchivedFile> {
  return format === 'zip' ? readZip(path, options) : readTar(path, options)
}

type ReadOptions = Parameters<typeof readMacArchive>[2]

async function* readZip(path: string, { length, isWanted }: ReadOptions): AsyncGenerator<ArchivedFile> {
  const zip = await openPromise(path, { autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry.fileName)) continue
      const bytes = await zip.openReadStreamPromise(entry)
      yield { path: entry.fileName, begin: await readBegin(bytes, length) }
    }
  } finally {
    zip.close()
  }
}

async function* readTar(path: string, { length, isWanted }: ReadOptions): AsyncGenerator<ArchivedFile> {
  const source = createReadStream(path)
  const plain = source.pipe(createGunzip())
  source.on('error', (error) => plain.destroy(error))
  const entries = (Readable.toWeb(plain) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }))
  try {
    for await (const { header, body } of entries) {
      const name = header.name.replace(/^\.\//, '')
      const isRead = header.type === 'file' && isWanted(name)
      const begin = await readBegin(body, isRead ? length : 0)
      if (isRead) yield { path: name, begin }
    }
  } finally {
    source.destroy()
  }
}

/**
 * Returns the first `length` bytes of a stream. Reads the stream to its end, because the tar decoder yields the next entry only after the
 * current one was read completely.
 */
async function readBegin(bytes: AsyncIterable<Uint8Array>, length: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let kept = 0
  for await (const part of bytes) {
    if (kept >= length) continue
    parts.push(part.subarray(0, length - kept))
    kept += part.length
  }
  return Buffer.concat(parts)
}
