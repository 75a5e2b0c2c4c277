/**
 * The file formats of minisign: public keys and signatures (https://jedisct1.github.io/minisign). Runs in browsers and in Node.js. Base64 is
 * accepted only in its canonical form, as libsodium does, so that no changed character of a key or a signature goes unnoticed.
 */

/** A public key of minisign. `id` is the key id as minisign prints it: 16 hexadecimal digits. */
export type MinisignPublicKey = { id: string; key: Uint8Array<ArrayBuffer> }

/**
 * A signature of minisign. The signature is over the BLAKE2b-512 hash of the message when `prehashed` is true, otherwise over the message
 * (the format of minisign before 0.6). `globalSignature` is over `signature` followed by the trusted comment.
 */
export type MinisignSignature = {
  prehashed: boolean
  keyId: string
  signature: Uint8Array<ArrayBuffer>
  trustedComment: string
  globalSignature: Uint8Array<ArrayBuffer>
}

const UNTRUSTED = 'untrusted comment: '
const TRUSTED = 'trusted comment: '
const KEY_BYTES = 2 + 8 + 32
const SIGNATURE_BYTES = 2 + 8 + 64
const GLOBAL_SIGNATURE_BYTES = 64

/** Parses a public key: the two lines of a minisign.pub file, or its second line alone (`RW…`). Returns null when it is not valid. */
export function parseMinisignPublicKey(text: string): MinisignPublicKey | null {
  const lines = splitLines(text)
  if (lines.length === 2 && !lines[0]?.startsWith(UNTRUSTED)) return null
  if (lines.length !== 1 && lines.length !== 2) return null
  const bytes = decodeBase64(lines.at(-1) ?? '', KEY_BYTES)
  if (bytes === null || readAlgorithm(bytes) !== 'Ed') return null
  return { id: formatMinisignKeyId(bytes.subarray(2, 10)), key: bytes.slice(10) }
}

/** Returns the two lines of a minisign.pub file. */
export function formatMinisignPublicKey({ id, key }: MinisignPublicKey): string {
  const bytes = concatenate(encodeAscii('Ed'), parseMinisignKeyId(id), key)
  return `${UNTRUSTED}minisign public key ${id}\n${encodeBase64(bytes)}\n`
}

/** Parses the four lines of a .minisig file. Returns null when they are not valid. */
export function parseMinisignSignature(text: string): MinisignSignature | null {
  const [untrusted, first, trusted, second, ...rest] = splitLines(text)
  if (rest.length > 0 || !untrusted?.startsWith(UNTRUSTED) || !trusted?.startsWith(TRUSTED)) return null
  const bytes = decodeBase64(first ?? '', SIGNATURE_BYTES)
  const globalSignature = decodeBase64(second ?? '', GLOBAL_SIGNATURE_BYTES)
  if (bytes === null || globalSignature === null) return null
  const algorithm = readAlgorithm(bytes)
  if (algorithm !== 'ED' && algorithm !== 'Ed') return null
  return {
    prehashed: algorithm === 'ED',
    keyId: formatMinisignKeyId(bytes.subarray(2, 10)),
    signature: bytes.slice(10),
    trustedComment: trusted.slice(TRUSTED.length),
    globalSignature,
  }
}

/** Returns the four lines of a .minisig file. */
export function formatMinisignSignature(given: MinisignSignature, untrustedComment: string): string {
  const algorithm = encodeAscii(given.prehashed ? 'ED' : 'Ed')
  const bytes = concatenate(algorithm, parseMinisignKeyId(given.keyId), given.signature)
  return `${UNTRUSTED}${untrustedComment}\n${encodeBase64(bytes)}\n${TRUSTED}${given.trustedComment}\n${encodeBase64(given.globalSignature)}\n`
}

/** Returns the bytes that a global signature signs: the signature followed by the trusted comment. */
export function encodeGloballySignedBytes({
  signature,
  trustedComment,
}: Pick<MinisignSignature, 'signature' | 'trustedComment'>): Uint8Array<ArrayBuffer> {
  return concatenate(signature, new TextEncoder().encode(trustedComment))
}

/** Returns a key id as minisign prints it: the eight bytes as a little-endian number in hexadecimal digits. */
export function formatMinisignKeyId(bytes: Uint8Array): string {
  const digits = [...bytes].reverse().map((byte) => byte.toString(16).padStart(2, '0'))
  return digits.join('').toUpperCase()
}

/** Returns the eight bytes of a key id, as they stand in key and signature files. */
export function parseMinisignKeyId(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(id.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)).reverse()
}

function readAlgorithm(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 2))
}

/** Splits a text into lines, without the empty one after the last line break. */
function splitLines(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}

function encodeAscii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function concatenate(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function decodeBase64(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length !== Math.ceil(length / 3) * 4) return null
  const bytes = encodeAscii(atob(text))
  return bytes.length === length && encodeBase64(bytes) === text ? bytes : null
}
