import { blake2b } from '@noble/hashes/blake2.js'
import { encodeGloballySignedBytes, parseMinisignPublicKey, parseMinisignSignature } from './minisign.ts'

/**
 * The result of a verification. `malformed`: the signature has not the format of minisign. `unknown key`: none of the public keys has the
 * signature's key id. `wrong signature`: the message, the signature or the trusted comment was changed. `unsupported`: the browser has no
 * Ed25519, or the page was not loaded over https.
 */
export type MinisignVerdict =
  | { valid: true; keyId: string; trustedComment: string }
  | { valid: false; reason: 'malformed' | 'unknown key' | 'wrong signature' | 'unsupported' }

/** Verifies an Ed25519 signature. Returns null when Ed25519 is not available. */
export type Ed25519Verifier = (
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<boolean | null>

/**
 * Verifies a .minisig of a message that fits into memory, against the public keys that the caller trusts. Both signatures must be valid: the
 * one of the message, and the global one, which covers the trusted comment.
 */
export async function verifyMinisign(
  message: Uint8Array<ArrayBuffer>,
  signatureText: string,
  publicKeys: readonly string[],
  verifyEd25519: Ed25519Verifier = verifyWithWebCrypto,
): Promise<MinisignVerdict> {
  const parsed = parseMinisignSignature(signatureText)
  if (parsed === null) return { valid: false, reason: 'malformed' }
  const { keyId, signature, trustedComment, globalSignature } = parsed
  const publicKey = publicKeys.map(parseMinisignPublicKey).find((candidate) => candidate?.id === keyId)
  if (!publicKey) return { valid: false, reason: 'unknown key' }
  // The copy has the element type ArrayBuffer that WebCrypto requires.
  const signed = Uint8Array.from(blake2b(message, { dkLen: 64 }))
  const results = [
    await verifyEd25519(publicKey.key, signature, signed),
    await verifyEd25519(publicKey.key, globalSignature, encodeGloballySignedBytes({ signature, trustedComment })),
  ]
  if (results.includes(null)) return { valid: false, reason: 'unsupported' }
  if (results.includes(false)) return { valid: false, reason: 'wrong signature' }
  return { valid: true, keyId, trustedComment }
}

/** Verifies with the Web Cryptography API, which is missing on pages loaded over http and has no Ed25519 in browsers before 2025. */
async function verifyWithWebCrypto(
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean | null> {
  // TypeScript's types assume a secure context; on a page loaded over http, `subtle` is undefined.
  const { subtle }: { subtle?: SubtleCrypto } = crypto
  if (subtle === undefined) return null
  try {
    const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', imported, signature, message)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null
    throw error
  }
}
