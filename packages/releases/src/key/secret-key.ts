import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { blake2b } from '@noble/hashes/blake2.js'
import { ReleaseFailure } from '../failure.ts'
import { formatMinisignKeyId, formatMinisignPublicKey } from '../minisign.ts'

// The secret key file of minisign: a comment, then in base64: algorithm (2 bytes), KDF (2), checksum (2), salt (32), libsodium's limits of
// scrypt for operations (8) and memory (8), and, combined by XOR with scrypt's output, key id (8), Ed25519 seed and public key (64) and
// the BLAKE2b-256 checksum of algorithm, key id and key (32).
const COMMENT = 'untrusted comment: '
const HEADER = 'EdScB2'
const HEADER_WITHOUT_PASSPHRASE = 'Ed\0\0B2'
const FILE_BYTES = 158
const CHECKSUM_BYTES = 32
const SECRET_BYTES = 8 + 64 + CHECKSUM_BYTES

/** The bytes of memory that trying one passphrase takes (libsodium's "sensitive"); it also takes a few seconds. */
const SENSITIVE_MEMORY = 2 ** 30

/** The least that is read (libsodium's "interactive"). minisign halves both limits until the computer has the memory. */
export const INTERACTIVE_MEMORY = 2 ** 24

/** How many bytes of memory minisign's limits allow for each operation. */
const MEMORY_PER_OPERATION = 32

/** A release key that is ready to sign. `publicKey` is the line `RW…`. */
export type ReleaseKey = { id: string; publicKey: string; privateKey: KeyObject }

/** Creates a key and returns the texts of its two files, which minisign reads too. */
export async function createKeyFiles(
  passphrase: string,
  memory: number = SENSITIVE_MEMORY,
): Promise<{ id: string; secretKeyFile: string; publicKeyFile: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
  const publicBytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const keyNumber = randomBytes(8)
  const salt = randomBytes(32)
  const limits = Buffer.alloc(16)
  limits.writeBigUInt64LE(BigInt(memory / MEMORY_PER_OPERATION), 0)
  limits.writeBigUInt64LE(BigInt(memory), 8)
  const key = Buffer.concat([keyNumber, seed, publicBytes])
  const secret = Buffer.concat([key, checksumOf(key)])
  const encrypted = combine(secret, await deriveStream(passphrase, salt, memory))
  const content = Buffer.concat([Buffer.from(HEADER, 'latin1'), salt, limits, encrypted])
  const id = formatMinisignKeyId(keyNumber)
  return {
    id,
    secretKeyFile: `${COMMENT}minisign encrypted secret key\n${content.toString('base64')}\n`,
    publicKeyFile: formatMinisignPublicKey({ id, key: Uint8Array.from(publicBytes) }),
  }
}

/**
 * Decrypts the text of a secret key file, of minisign or of `createKeyFiles`. Throws a ReleaseFailure when it is not one, has no passphrase,
 * or the passphrase is wrong.
 */
export async function openSecretKey(text: string, passphrase: string): Promise<ReleaseKey> {
  const content = readContent(text)
  const [operations, memory] = [Number(content.readBigUInt64LE(38)), Number(content.readBigUInt64LE(46))]
  const isInBounds = memory >= INTERACTIVE_MEMORY && memory <= SENSITIVE_MEMORY && Number.isInteger(Math.log2(memory))
  if (!isInBounds || operations !== memory / MEMORY_PER_OPERATION)
    throw new ReleaseFailure('bad_key', 'The key file has limits of scrypt that minisign does not write.')
  const secret = combine(content.subarray(54), await deriveStream(passphrase, content.subarray(6, 38), memory))
  const key = secret.subarray(0, -CHECKSUM_BYTES)
  if (!checksumOf(key).equals(secret.subarray(-CHECKSUM_BYTES))) {
    throw new ReleaseFailure('bad_key', 'The passphrase of the release key is wrong.')
  }
  const id = formatMinisignKeyId(key.subarray(0, 8))
  const publicKeyFile = formatMinisignPublicKey({ id, key: Uint8Array.from(key.subarray(40)) })
  const [d, x] = [key.toString('base64url', 8, 40), key.toString('base64url', 40)]
  return {
    id,
    publicKey: publicKeyFile.split('\n')[1] ?? '',
    privateKey: createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' }),
  }
}

function readContent(text: string): Buffer {
  const [comment = '', line = ''] = text.split(/\r?\n/)
  const content = Buffer.from(line, 'base64')
  const header = content.toString('latin1', 0, 6)
  if (header === HEADER_WITHOUT_PASSPHRASE) {
    throw new ReleaseFailure('bad_key', 'The key file has no passphrase.', {
      hint: 'Set one with: minisign -C -s FILE',
    })
  }
  if (!comment.startsWith(COMMENT) || content.length !== FILE_BYTES || header !== HEADER) {
    throw new ReleaseFailure('bad_key', 'The key file is not a secret key of minisign.', {
      hint: 'The file of a public key ends in .pub; the secret one was made beside it.',
    })
  }
  return content
}

function checksumOf(key: Uint8Array): Buffer {
  return Buffer.from(blake2b(Buffer.concat([Buffer.from('Ed'), key]), { dkLen: CHECKSUM_BYTES }))
}

const scryptAsync = promisify<string, Uint8Array, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

/** Derives the bytes that encrypt a key, with the parameters of scrypt that libsodium chooses for minisign's limits. */
function deriveStream(passphrase: string, salt: Uint8Array, memory: number) {
  const options = { N: memory / 1024, r: 8, p: 1, maxmem: memory + 2 ** 21 }
  return scryptAsync(passphrase, salt, SECRET_BYTES, options)
}

function combine(bytes: Uint8Array, stream: Uint8Array): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (stream[at] ?? 0)))
}
