import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import {
  encodeGloballySignedBytes,
  formatMinisignKeyId,
  formatMinisignPublicKey,
  formatMinisignSignature,
} from '@site/contract/minisign'
import type { InstallerPlatform } from '@site/contract/release'
import type { ReleaseManifest, ReleaseManifestFile } from '@site/contract/release-manifest'

/** A release key of a test, which signs without a passphrase. */
export type ReleaseSigner = {
  keyId: string
  /** The public key as it stands in brand.ts: the line `RW…`. */
  publicKey: string
  /** Returns the .minisig of the bytes. */
  sign(bytes: Uint8Array, trustedComment?: string): string
  /** Returns an Ed25519 signature of the bytes in base64. */
  signPlainly(bytes: Uint8Array): string
}

/** Creates a release key. */
export function createReleaseSigner(): ReleaseSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const keyId = formatMinisignKeyId(randomBytes(8))
  const key = Uint8Array.from(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  return {
    keyId,
    publicKey: formatMinisignPublicKey({ id: keyId, key }).split('\n')[1] ?? '',
    sign(bytes, trustedComment = 'timestamp:1764104400\tfile:release.json\thashed') {
      const hash = createHash('blake2b512').update(bytes).digest()
      const signature = Uint8Array.from(sign(null, hash, privateKey))
      const signedTogether = encodeGloballySignedBytes({ signature, trustedComment })
      const globalSignature = Uint8Array.from(sign(null, signedTogether, privateKey))
      const parts = { prehashed: true, keyId, signature, trustedComment, globalSignature }
      return formatMinisignSignature(parts, 'signature of a test')
    },
    signPlainly: (bytes) => sign(null, bytes, privateKey).toString('base64'),
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
        ed25519: signer.signPlainly(bytes),
        minisign: signer.sign(bytes, `timestamp:1764104400\tfile:${name}\thashed`),
      }
    }),
    ...facts,
  }
}
