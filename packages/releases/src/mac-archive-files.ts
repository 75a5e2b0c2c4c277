import { openPromise } from 'yauzl'

/**
 * Yields the first `length` bytes of each file in a .zip archive for whose path `isWanted` returns true. Keeps no other content in memory.
 * Rejects with the reader's error when the archive is cut off, because its table of contents is at its end. Damage in a file that is not
 * wanted stays unnoticed, because that file is not read.
 */
export async function* readMacArchive(
  path: string,
  { length, isWanted }: { length: number; isWanted: (path: string) => boolean },
): AsyncGenerator<{ path: string; begin: Buffer }> {
  const zip = await openPromise(path, { autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry.fileName)) continue
      const parts: Buffer[] = []
      let kept = 0
      const bytes: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
      for await (const part of bytes) {
        parts.push(part.subarray(0, length - kept))
        kept += part.length
        if (kept >= length) break
      }
      yield { path: entry.fileName, begin: Buffer.concat(parts) }
    }
  } finally {
    zip.close()
  }
}
