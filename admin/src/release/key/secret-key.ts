import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { blake2b } from '@noble/hashes/blake2.js'
import { formatMinisignKeyId, formatMinisignPublicKey } from '@site/contract/minisign'
import { CommandFailure } from '../../failures.ts'

// The secret key file of minisign: a comment, then in base64: algorithm (2 bytes), KDF (2), checksum (2), salt (32), libsodium's limits of
// scrypt for operations (8) and memory (8), and, combined by XOR with scrypt's output, key id (8), Ed25519 seed and public key (64) and
// the BLAKE2b-256 checksum of algorithm, key id and key (32).
const COMMENT = 'untrusted comment: '
const HEADER = 'EdScB2'
const HEADER_WITHOUT_PASSPHRASE = 'Ed\0\0B2'
const FILE_BYTES = 158
const CHECKSUM_BYTES = 32
const SECRET_BYTES = 8 + 64 + CHECKSUM_BYTES

/** The first bytes of an Ed25519 private key in PKCS #8 (RFC 8410), before its seed of 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** How expensive it is to try a passphrase: libsodium's limits of scrypt, for operations and for bytes of memory. */
export type KeyStrength = { operations: number; memory: number }

/** The limits that minisign uses (libsodium's "sensitive"): one passphrase takes 1 GiB of memory and a few seconds. */
const SENSITIVE_STRENGTH: KeyStrength = { operations: 33_554_432, memory: 1_073_741_824 }

/** The lowest limits that are read (libsodium's "interactive"). */
export const INTERACTIVE_STRENGTH: KeyStrength = { operations: 524_288, memory: 16_777_216 }

/** A release key that is ready to sign. `publicKey` is the line `RW…`. */
export type ReleaseKey = { id: string; publicKey: string; privateKey: KeyObject }

/** Creates a key and returns the texts of its two files, which minisign reads too. */
export async function createKeyFiles(
  passphrase: string,
  strength: KeyStrength = SENSITIVE_STRENGTH,
): Promise<{ id: string; secretKeyFile: string; publicKeyFile: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
  const publicBytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const keyNumber = randomBytes(8)
  const salt = randomBytes(32)
  const limits = Buffer.alloc(16)
  limits.writeBigUInt64LE(BigInt(strength.operations), 0)
  limits.writeBigUInt64LE(BigInt(strength.memory), 8)
  const key = Buffer.concat([keyNumber, seed, publicBytes])
  const secret = Buffer.concat([key, checksumOf(key)])
  const encrypted = combine(secret, await deriveStream(passphrase, salt, strength))
  const content = Buffer.concat([Buffer.from(HEADER, 'latin1'), salt, limits, encrypted])
  const id = formatMinisignKeyId(keyNumber)
  return {
    id,
    secretKeyFile: `${COMMENT}minisign encrypted secret key\n${content.toString('base64')}\n`,
    publicKeyFile: formatMinisignPublicKey({ id, key: Uint8Array.from(publicBytes) }),
  }
}

/**
 * Decrypts the text of a secret key file, of minisign or of `createKeyFiles`. Throws a CommandFailure when it is not one, has no passphrase,
 * or the passphrase is wrong.
 */
export async function openSecretKey(text: string, passphrase: string): Promise<ReleaseKey> {
  const content = readContent(text)
  const limits = { operations: Number(content.readBigUInt64LE(38)), memory: Number(content.readBigUInt64LE(46)) }
  const isInBounds =
    limits.memory >= INTERACTIVE_STRENGTH.memory &&
    limits.memory <= SENSITIVE_STRENGTH.memory &&
    limits.operations >= INTERACTIVE_STRENGTH.operations &&
    limits.operations <= SENSITIVE_STRENGTH.operations
  if (!isInBounds)
    throw new CommandFailure('bad_key', 'The key file has limits of scrypt that minisign does not write.')
  const secret = combine(content.subarray(54), await deriveStream(passphrase, content.subarray(6, 38), limits))
  const key = secret.subarray(0, -CHECKSUM_BYTES)
  if (!checksumOf(key).equals(secret.subarray(-CHECKSUM_BYTES))) {
    throw new CommandFailure('bad_key', 'The passphrase of the release key is wrong.')
  }
  const id = formatMinisignKeyId(key.subarray(0, 8))
  const publicKeyFile = formatMinisignPublicKey({ id, key: Uint8Array.from(key.subarray(40)) })
  const der = Buffer.concat([PKCS8_PREFIX, key.subarray(8, 40)])
  return {
    id,
    publicKey: publicKeyFile.split('\n')[1] ?? '',
    privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  }
}

function readContent(text: string): Buffer {
  const [comment = '', line = ''] = text.split(/\r?\n/)
  const content = Buffer.from(line, 'base64')
  const header = content.toString('latin1', 0, 6)
  if (header === HEADER_WITHOUT_PASSPHRASE) {
    throw new CommandFailure('bad_key', 'The key file has no passphrase.', {
      hint: 'Set one with: minisign -C -s FILE',
    })
  }
  if (!comment.startsWith(COMMENT) || content.length !== FILE_BYTES || header !== HEADER) {
    throw new CommandFailure('bad_key', 'The key file is not a secret key of minisign.', {
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

/** Derives the bytes that encrypt a key, with scrypt's parameters as libsodium chooses them for limits of which memory is the lower one. */
async function deriveStream(passphrase: string, salt: Uint8Array, { operations, memory }: KeyStrength) {
  const r = 8
  const isLimitedByOperations = operations < memory / 32
  const most = isLimitedByOperations ? operations / (r * 4) : memory / (r * 128)
  const N = 2 ** Math.floor(Math.log2(most))
  const p = isLimitedByOperations ? 1 : Math.max(1, Math.floor(operations / 4 / N / r))
  return scryptAsync(passphrase, salt, SECRET_BYTES, { N, r, p, maxmem: 128 * r * (N + p + 2) + 1_048_576 })
}

function combine(bytes: Uint8Array, stream: Uint8Array): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (stream[at] ?? 0)))
}
