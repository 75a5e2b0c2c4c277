import { createHash, generateKeyPairSync, randomBytes, scryptSync, sign } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'
import {
  encodeGloballySignedBytes,
  formatMinisignKeyId,
  formatMinisignPublicKey,
  formatMinisignSignature,
} from '@site/releases/minisign'
import type { InstallerPlatform } from '@site/releases/release'
import type { ReleaseManifest, ReleaseManifestFile } from '@site/releases/release-manifest'

/** A release key of a test, which signs without a passphrase. */
export type ReleaseSigner = {
  keyId: string
  /** The public key as it stands in brand.ts: the line `RW…`. */
  publicKey: string
  /** Returns the .minisig of the bytes. */
  sign(bytes: Uint8Array, trustedComment?: string): string
  /** Returns minisign's secret key file of the key, with the lowest limits of scrypt that are accepted, so that tests open it quickly. */
  encrypt(passphrase: string): string
}

/** Creates a release key. */
export function createReleaseSigner(): ReleaseSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const keyNumber = randomBytes(8)
  const keyId = formatMinisignKeyId(keyNumber)
  const key = Uint8Array.from(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  return {
    keyId,
    publicKey: formatMinisignPublicKey({ id: keyId, key }).split('\n')[1] ?? '',
    sign(bytes, trustedComment = 'timestamp:1764104400\tfile:release.json\thashed') {
      const hash = createHash('blake2b512').update(bytes).digest()
      const signature = Uint8Array.from(sign(null, hash, privateKey))
      const signedTogether = encodeGloballySignedBytes({ signature, trustedComment })
      const globalSignature = Uint8Array.from(sign(null, signedTogether, privateKey))
      const parts = { keyId, signature, trustedComment, globalSignature }
      return formatMinisignSignature(parts, 'signature of a test')
    },
    encrypt(passphrase) {
      const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
      const secret = Buffer.concat([keyNumber, seed, key])
      const checksum = blake2b(Buffer.concat([Buffer.from('Ed'), secret]), { dkLen: 32 })
      const salt = randomBytes(32)
      const stream = scryptSync(passphrase, salt, 104, { N: 2 ** 14, r: 8, p: 1 })
      const encrypted = Buffer.concat([secret, checksum]).map((byte, at) => byte ^ (stream[at] ?? 0))
      const limits = Buffer.alloc(16)
      limits.writeBigUInt64LE(524_288n, 0)
      limits.writeBigUInt64LE(16_777_216n, 8)
      const content = Buffer.concat([Buffer.from('EdScB2'), salt, limits, encrypted])
      return `untrusted comment: minisign encrypted secret key\n${content.toString('base64')}\n`
    },
  }
}

/** Returns a manifest of three installers with the given bytes. */
export function createReleaseManifest(
  signer: ReleaseSigner,
  installers: Readonly<Record<InstallerPlatform, { name: string; bytes: Uint8Array }>>,
  facts: Partial<ReleaseManifest> = {},
): ReleaseManifest {
  const platforms = ['windows-x64', 'macos-intel', 'macos-silicon'] as const
  return {
    format: 1,
    product: 'Fondly',
    version: '1.4.0',
    channel: 'stable',
    releaseDate: '2026-03-05',
    files: platforms.map((platform): ReleaseManifestFile => {
      const { name, bytes } = installers[platform]
      return {
        platform,
        role: 'installer',
        name,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        sha512: createHash('sha512').update(bytes).digest('base64'),
        makerSignature: 'none',
        minisign: signer.sign(bytes, `timestamp:1764104400\tfile:${name}\thashed`),
      }
    }),
    ...facts,
  }
}
