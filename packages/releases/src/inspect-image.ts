import type { FileHandle } from 'node:fs/promises'
import { readBytes } from './read-bytes.ts'

const TRAILER_BYTES = 512
const SIGNATURE_OFFSET = 296
const SIGNATURE_MAGIC = 0xfade0cc0 // the begin of a code signature ("embedded signature blob" in Apple's code signing sources)

/**
 * Reads the trailer of a Mac disk image (UDIF): 512 bytes that begin with "koly", its version and its own length. Returns null when the file
 * does not end with it. `hasAppleSignature` tells that the image contains a code signature, not that the signature is valid; the app inside
 * is compressed and is not inspected.
 */
export async function readDiskImage(file: FileHandle, size: number): Promise<{ hasAppleSignature: boolean } | null> {
  const trailer = await readBytes(file, size - TRAILER_BYTES, TRAILER_BYTES)
  if (trailer.toString('latin1', 0, 4) !== 'koly' || trailer.readUInt32BE(8) !== TRAILER_BYTES) return null
  const [at, length] = [trailer.readBigUInt64BE(SIGNATURE_OFFSET), trailer.readBigUInt64BE(SIGNATURE_OFFSET + 8)]
  if (at === 0n || length < 8n || at + length > BigInt(size)) return { hasAppleSignature: false }
  return { hasAppleSignature: (await readBytes(file, Number(at), 4)).readUInt32BE(0) === SIGNATURE_MAGIC }
}
