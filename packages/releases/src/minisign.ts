import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/**
 * The file formats of minisign: public keys and signatures (https://jedisct1.github.io/minisign). Runs in browsers and in Node.js. Base64 is
 * accepted only in its canonical form, as libsodium does, so that no changed character of a key or a signature goes unnoticed.
 */

/** A public key of minisign. `id` is the key id as minisign prints it: 16 hexadecimal digits. */
export type MinisignPublicKey = { id: string; key: Uint8Array<ArrayBuffer> }

/**
 * A signature of minisign. `signature` is over the BLAKE2b-512 hash of the message, `globalSignature` over `signature` followed by the trusted
 * comment. Signatures of the message itself, which minisign wrote before version 0.10, are not read.
 */
export type MinisignSignature = {
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
  const bytes = concatBytes(encodeAscii('Ed'), encodeKeyId(id), key)
  return `${UNTRUSTED}minisign public key ${id}\n${encodeBase64(bytes)}\n`
}

/** Parses the four lines of a .minisig file. Returns null when they are not valid. */
export function parseMinisignSignature(text: string): MinisignSignature | null {
  const [untrusted, first, trusted, second, ...rest] = splitLines(text)
  if (rest.length > 0 || !untrusted?.startsWith(UNTRUSTED) || !trusted?.startsWith(TRUSTED)) return null
  const bytes = decodeBase64(first ?? '', SIGNATURE_BYTES)
  const globalSignature = decodeBase64(second ?? '', GLOBAL_SIGNATURE_BYTES)
  if (bytes === null || globalSignature === null || readAlgorithm(bytes) !== 'ED') return null
  return {
    keyId: formatMinisignKeyId(bytes.subarray(2, 10)),
    signature: bytes.slice(10),
    trustedComment: trusted.slice(TRUSTED.length),
    globalSignature,
  }
}

/** Returns the four lines of a .minisig file. */
export function formatMinisignSignature(given: MinisignSignature, untrustedComment: string): string {
  const bytes = concatBytes(encodeAscii('ED'), encodeKeyId(given.keyId), given.signature)
  return `${UNTRUSTED}${untrustedComment}\n${encodeBase64(bytes)}\n${TRUSTED}${given.trustedComment}\n${encodeBase64(given.globalSignature)}\n`
}

/** Returns the bytes that a global signature signs: the signature followed by the trusted comment. */
export function encodeGloballySignedBytes({
  signature,
  trustedComment,
}: Pick<MinisignSignature, 'signature' | 'trustedComment'>): Uint8Array<ArrayBuffer> {
  return concatBytes(signature, new TextEncoder().encode(trustedComment))
}

/** Returns a key id as minisign prints it: the eight bytes as a little-endian number in hexadecimal digits. */
export function formatMinisignKeyId(bytes: Uint8Array): string {
  return bytesToHex(Uint8Array.from(bytes).reverse()).toUpperCase()
}

/** Returns the eight bytes of a key id, as they stand in key and signature files. */
function encodeKeyId(id: string): Uint8Array {
  return hexToBytes(id).reverse()
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

function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function decodeBase64(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length !== Math.ceil(length / 3) * 4) return null
  const bytes = encodeAscii(atob(text))
  return bytes.length === length && encodeBase64(bytes) === text ? bytes : null
}
