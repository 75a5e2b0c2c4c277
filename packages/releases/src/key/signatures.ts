import { sign } from 'node:crypto'
import { encodeGloballySignedBytes, formatMinisignSignature } from '../minisign.ts'
import type { ReleaseKey } from './secret-key.ts'

/** What a trusted comment states: the time in seconds, the name of the file and the version of the release. */
export type SignedFacts = { seconds: number; name: string; version: string }

/**
 * Returns the .minisig of a file, from the BLAKE2b-512 hash of its bytes. The trusted comment names the file and the version, so that the
 * signature of another file or of an older version cannot stand in its place.
 */
export function createMinisig(
  key: ReleaseKey,
  blake2b512: Uint8Array,
  { seconds, name, version }: SignedFacts,
): string {
  const trustedComment = `timestamp:${seconds}\tfile:${name}\tversion:${version}\thashed`
  return signHash(key, blake2b512, trustedComment, 'signature from minisign secret key')
}

/** Returns the text that `minisign -S` writes for the same key, hash and comments. */
export function signHash(
  { id, privateKey }: ReleaseKey,
  blake2b512: Uint8Array,
  trustedComment: string,
  untrustedComment: string,
): string {
  const signature = Uint8Array.from(sign(null, blake2b512, privateKey))
  const globalSignature = Uint8Array.from(
    sign(null, encodeGloballySignedBytes({ signature, trustedComment }), privateKey),
  )
  return formatMinisignSignature({ keyId: id, signature, trustedComment, globalSignature }, untrustedComment)
}
