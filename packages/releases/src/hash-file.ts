import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Progress } from './report.ts'

/** The hashes of a file: SHA-256 in hexadecimal, SHA-512 in base64, and BLAKE2b-512, which minisign signs. */
export type FileHashes = { sha256: string; sha512: string; blake2b512: Buffer }

/** Computes the hashes of an open file in one pass, and shows the progress. */
export async function hashFile(file: FileHandle, { advance, done }: Progress): Promise<FileHashes> {
  const [sha256, sha512, blake2b512] = [createHash('sha256'), createHash('sha512'), createHash('blake2b512')]
  const chunks: AsyncIterable<Buffer> = file.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })
  for await (const chunk of chunks) {
    for (const hash of [sha256, sha512, blake2b512]) hash.update(chunk)
    advance(chunk.length)
  }
  done()
  return { sha256: sha256.digest('hex'), sha512: sha512.digest('base64'), blake2b512: blake2b512.digest() }
}
