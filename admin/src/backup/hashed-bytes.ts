import { createHash } from 'node:crypto'

/** Bytes that are counted and hashed (SHA-256) while they are read. */
export class HashedBytes {
  size = 0
  readonly #source: AsyncIterable<Uint8Array>
  readonly #hash = createHash('sha256')

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#source) {
      this.#hash.update(chunk)
      this.size += chunk.length
      yield chunk
    }
  }

  /** Returns the hash in hexadecimal. Call it once, after all bytes were read. */
  digest(): string {
    return this.#hash.digest('hex')
  }
}

/** Reads all bytes and returns their hash. */
export async function hashBytes(source: AsyncIterable<Uint8Array>): Promise<string> {
  const bytes = new HashedBytes(source)
  for await (const _ of bytes);
  return bytes.digest()
}
