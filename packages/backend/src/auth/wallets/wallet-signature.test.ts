import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { isValidEthereumSignature, isValidSolanaSignature } from './wallet-signature.ts'

// Account and signature from the documentation of web3.js: key 0x4c0883a6…, `eth.accounts.sign('Some data', key)`.
const account = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
const signature =
  '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

test('an Ethereum signature created by web3.js is accepted in lower and upper case hex', async () => {
  expect(await isValidEthereumSignature('Some data', signature, account)).toBe(true)
  expect(await isValidEthereumSignature('Some data', signature.slice(2).toUpperCase(), account.toLowerCase())).toBe(
    true,
  )
})

test('an Ethereum signature is accepted with a recovery byte that starts at 27 or at 0', async () => {
  expect(await isValidEthereumSignature('Some data', `${signature.slice(0, -2)}01`, account)).toBe(true)
  for (const last of ['1b', '00', '02', 'ff']) {
    expect(await isValidEthereumSignature('Some data', `${signature.slice(0, -2)}${last}`, account)).toBe(false)
  }
})

test('an Ethereum signature of a different text or account, or a malformed one, is refused', async () => {
  expect(await isValidEthereumSignature('Some datum', signature, account)).toBe(false)
  expect(await isValidEthereumSignature('Some data', signature, `${account.slice(0, -1)}4`)).toBe(false)
  expect(await isValidEthereumSignature('Some data', `0x${'00'.repeat(65)}`, account)).toBe(false)
  expect(await isValidEthereumSignature('Some data', `0x${'ff'.repeat(65)}`, account)).toBe(false)
  expect(await isValidEthereumSignature('Some data', '0x1234', account)).toBe(false)
})

test('an Ethereum signature of the wrong length, or with 0x inside the hex text, is refused', async () => {
  const inside = `${signature.slice(2, 10)}0x${signature.slice(10)}`
  for (const odd of [`${signature}00`, signature.slice(0, -2), inside]) {
    expect(await isValidEthereumSignature('Some data', odd, account), odd).toBe(false)
  }
})

test('an Ethereum signature with a recovery id above 1 is refused, even where a key can be recovered', async () => {
  const hash = keccak_256(Buffer.from('\x19Ethereum Signed Message:\n1r'))
  const { compact, key } = highSignature(hash)
  const own = `0x${Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex')}`
  for (const last of ['02', '1d']) {
    expect(await isValidEthereumSignature('r', `${Buffer.from(compact).toString('hex')}${last}`, own)).toBe(false)
  }
})

/** Finds an ECDSA signature whose x coordinate exceeds the order of the curve (recovery id 2), and the public key recovered from it. */
function highSignature(hash: Uint8Array): { compact: Uint8Array; key: Uint8Array } {
  for (let r = 1n; ; r += 1n) {
    const signed = new secp256k1.Signature(r, 1n).addRecoveryBit(2)
    try {
      return { compact: signed.toBytes('compact'), key: signed.recoverPublicKey(hash).toBytes(false) }
    } catch {
      // no point of the curve has this x coordinate; the loop tries the next
    }
  }
}

test('an Ethereum signature of non-ASCII text is accepted with both recovery ids, each starting at 0 or at 27', async () => {
  const key = new Uint8Array(32).fill(7)
  const own = `0x${Buffer.from(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20)).toString('hex')}`
  const recoveries = new Set<number>()
  for (const text of ['Grüße 🌍', 'Grüße 🌎', 'Grüße 🌏', 'Grüße 🪐', 'Grüße']) {
    const bytes = Buffer.from(text)
    const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
    const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
    recoveries.add(recovery)
    for (const last of [recovery, recovery + 27]) {
      expect(await isValidEthereumSignature(text, Buffer.from([...rest, last]).toString('hex'), own), text).toBe(true)
    }
  }
  expect(recoveries).toEqual(new Set([0, 1]))
})

// Ed25519 test vector from RFC 8032, 7.1, test 2: the message is one byte, 0x72.
const solanaAccount = '586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5'
const rfcSignature =
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'

test('the Ed25519 test vector of RFC 8032 is accepted as a Solana signature in base64 and base64url', async () => {
  for (const encoding of ['base64', 'base64url'] as const) {
    const encoded = Buffer.from(rfcSignature, 'hex').toString(encoding)
    expect(await isValidSolanaSignature('r', encoded, solanaAccount)).toBe(true)
    expect(await isValidSolanaSignature('s', encoded, solanaAccount)).toBe(false)
  }
})

// Solana accounts of Ed25519 keys whose seed is the given number followed by zeros.
test.each([
  ['begins with a zero byte', 928, '13AsjsAgUjzqf1CE9HDXE5Pa5ZbPCi6HUDMRT86u4YBz'],
  ['begins with two zero bytes', 152_638, '11Q2VE39X8q6UYyWXCAq5TWnPz294JeVyhN1Cw9s3pq'],
  ['begins with a zero half-byte', 21, '6d3tq2jEdAhyhz9ZsxvujefB8jqDBvhvw277fpjhVXT'],
  ['has the digit 1 in the middle', 2, '891rEJHAzJz499QaKdwqBrrHhhwqaed9DgBYS9tmQAjq'],
])('the signature check decodes the base58 address of a Solana account that %s', async (_what, seed, address) => {
  expect(await isValidSolanaSignature('r', signedBySeed(seed), address)).toBe(true)
})

test('a Solana signature is refused when its address is misspelt, also with a 0 or an extra 1', async () => {
  const own = '891rEJHAzJz499QaKdwqBrrHhhwqaed9DgBYS9tmQAjq'
  // Misspelt addresses that are not valid base58. In base58, z is the last digit and 0 is not a digit; a decoder that reads 0 as -1 would
  // decode `K0` like `Jz`.
  const zeros = [own.replace('Jz', 'K0'), `1${own}`, ` ${own}`, `${own} `]
  for (const odd of zeros) expect(await isValidSolanaSignature('r', signedBySeed(2), odd), odd).toBe(false)
  const encoded = Buffer.from(rfcSignature, 'hex').toString('base64')
  expect(await isValidSolanaSignature('r', encoded, solanaAccount.replace('xz', 'y0'))).toBe(false)
})

function signedBySeed(seed: number): string {
  const bytes = Buffer.alloc(32)
  bytes.writeUInt32BE(seed)
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return sign(null, Buffer.from('r'), key).toString('base64')
}

test('a Solana signature of a different account, of the wrong length or for a malformed address is refused', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signed = sign(null, Buffer.from('r'), privateKey).toString('base64')
  expect(await isValidSolanaSignature('r', signed, solanaAccount)).toBe(false)
  expect(await isValidSolanaSignature('r', signed.slice(0, 40), solanaAccount)).toBe(false)
  const longer = Buffer.from(`${rfcSignature}00`, 'hex').toString('base64')
  expect(await isValidSolanaSignature('r', longer, solanaAccount)).toBe(false)
  for (const address of ['', '0OIl', 'x'.repeat(44), '1'.repeat(32)]) {
    expect(await isValidSolanaSignature('r', signed, address)).toBe(false)
  }
})
