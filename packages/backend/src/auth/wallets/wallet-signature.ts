import { createPublicKey, verify } from 'node:crypto'
import { toAsciiLowerCase } from '../fields.ts'

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The DER prefix of an Ed25519 public key, before its 32 bytes (RFC 8410). */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Returns whether an Ethereum account signed the message (EIP-191 `personal_sign`). The signature is 65 bytes in hex. */
export async function isValidEthereumSignature(message: string, signature: string, address: string): Promise<boolean> {
  const bytes = Buffer.from(signature.replace(/^0x/i, ''), 'hex')
  if (bytes.length !== 65) return false
  const recovery = (bytes[64] ?? 0) >= 27 ? (bytes[64] ?? 0) - 27 : (bytes[64] ?? 0)
  if (recovery > 1) return false
  const [{ secp256k1 }, { keccak_256 }] = await Promise.all([
    import('@noble/curves/secp256k1.js'),
    import('@noble/hashes/sha3.js'),
  ])
  const text = Buffer.from(message)
  const prefixed = Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text])
  try {
    const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(keccak_256(prefixed))
    const account = keccak_256(point.toBytes(false).subarray(1)).subarray(-20)
    return `0x${Buffer.from(account).toString('hex')}` === toAsciiLowerCase(address)
  } catch {
    return false // not a point on the curve, so not a valid signature
  }
}

/** Returns whether a Solana account signed the message (Ed25519, RFC 8032). The signature is 64 bytes in base64 or base64url. */
export async function isValidSolanaSignature(message: string, signature: string, address: string): Promise<boolean> {
  const bytes = Buffer.from(signature, 'base64')
  const account = fromBase58(address)
  if (account?.length !== 32) return false
  const key = createPublicKey({ key: Buffer.concat([ed25519Prefix, account]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(message), key, bytes)
}

function fromBase58(text: string): Buffer | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return null
  let value = 0n
  for (const digit of text) value = value * 58n + BigInt(base58Alphabet.indexOf(digit))
  const hex = value.toString(16)
  const leading = text.length - text.replace(/^1+/, '').length
  return Buffer.concat([Buffer.alloc(leading), Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')])
}
