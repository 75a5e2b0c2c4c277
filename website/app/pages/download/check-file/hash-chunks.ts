import { sha256 } from '@noble/hashes/sha2.js'

/** Number of bytes that are read at once. */
const CHUNK_BYTES = 1 << 20

/**
 * Returns the SHA-256 of a file in hexadecimal digits, or null when it was cancelled. The file is read in chunks, because WebCrypto's digest
 * needs all of it in memory. Calls `onChunk` with the number of bytes read so far, which returns false to cancel. Rejects when the file
 * cannot be read.
 */
export async function hashInChunks(file: Blob, onChunk: (bytes: number) => boolean): Promise<string | null> {
  const hash = sha256.create()
  const readChunk = openChunks(file)
  for (let bytes = 0; ; ) {
    const chunk = await readChunk()
    if (chunk === null) return [...hash.digest()].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    hash.update(chunk)
    bytes += chunk.length
    if (!onChunk(bytes)) return null
  }
}

/**
 * Returns a function that reads the next chunk of a file, null at its end. All chunks share one buffer: with a new one for each, Chromium's
 * renderer grows by 150 MB before it frees them. Safari's files have no reader with a buffer.
 */
function openChunks(file: Blob): () => Promise<Uint8Array | null> {
  const stream = file.stream()
  let reader: ReadableStreamBYOBReader
  try {
    reader = stream.getReader({ mode: 'byob' })
  } catch {
    const plain = stream.getReader()
    return async () => (await plain.read()).value ?? null
  }
  let buffer = new ArrayBuffer(CHUNK_BYTES)
  return async () => {
    const { done, value } = await reader.read(new Uint8Array(buffer))
    if (done || value === undefined) return null
    buffer = value.buffer
    return value
  }
}
