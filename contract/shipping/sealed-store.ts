import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ObjectStore } from './object-store.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const MAC_BYTES = 32

/**
 * Returns a store that protects its files with a secret key, so that read access to the store gives no keys, and write access cannot
 * change what a restore reads. Small files are encrypted with AES-256-GCM. Files that are streamed get an HMAC-SHA256 at their end.
 * Both cover the name. Reading rejects for a file that was not written under its name with the same key.
 */
export function sealStore(store: ObjectStore, secret: string): ObjectStore {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `shipping ${purpose}`, 32))
  const [encryptionKey, macKey] = [derive('encryption'), derive('authentication')]
  const startMac = (name: string) => createHmac('sha256', macKey).update(`${name}\0`)
  return {
    ...store,
    async read(name) {
      const sealed = await store.read(name)
      if (sealed === null) return null
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv('aes-256-gcm', encryptionKey, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      } catch (cause) {
        throw createForeignFileError(name, cause)
      }
    },
    async write(name, bytes) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce, { authTagLength: TAG_BYTES })
      const content = Buffer.concat([cipher.setAAD(Buffer.from(name)).update(bytes), cipher.final()])
      await store.write(name, Buffer.concat([nonce, cipher.getAuthTag(), content]))
    },
    async open(name) {
      const source = await store.open(name)
      return verify(source, startMac(name), () => createForeignFileError(name))
    },
    async writeFile(name, path) {
      const mac = startMac(name)
      const chunks: AsyncIterable<Buffer> = createReadStream(path)
      for await (const chunk of chunks) mac.update(chunk)
      await store.writeFile(name, path, mac.digest())
    },
  }
}

/** Yields a file without the MAC at its end. Throws after the last byte when the MAC is wrong. */
async function* verify(
  source: AsyncIterable<Uint8Array>,
  mac: ReturnType<typeof createHmac>,
  createError: () => Error,
) {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = Buffer.concat([held, chunk])
    const content = bytes.subarray(0, Math.max(0, bytes.length - MAC_BYTES))
    held = bytes.subarray(content.length)
    mac.update(content)
    yield content
  }
  if (held.length !== MAC_BYTES || !timingSafeEqual(mac.digest(), held)) throw createError()
}

function createForeignFileError(name: string, cause?: unknown): Error {
  return new Error(`${name} is damaged or was not written with this SHIP_KEY`, { cause })
}
