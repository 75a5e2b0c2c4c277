import { generateKeyPairSync, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { isSignedByEthereum, isSignedBySolana } from './wallet-signature.ts'

// The example of web3.js: key 0x4c0883a6…, `eth.accounts.sign('Some data', key)`.
const account = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
const signature =
  '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

test('a signature that another program made is right, in any letters', async () => {
  expect(await isSignedByEthereum('Some data', signature, account)).toBe(true)
  expect(await isSignedByEthereum('Some data', signature.slice(2).toUpperCase(), account.toLowerCase())).toBe(true)
})

test('the recovery byte may count from 27 or from 0', async () => {
  expect(await isSignedByEthereum('Some data', `${signature.slice(0, -2)}01`, account)).toBe(true)
  for (const last of ['1b', '00', '02', 'ff']) {
    expect(await isSignedByEthereum('Some data', `${signature.slice(0, -2)}${last}`, account)).toBe(false)
  }
})

test('another text, account or signature is wrong', async () => {
  expect(await isSignedByEthereum('Some datum', signature, account)).toBe(false)
  expect(await isSignedByEthereum('Some data', signature, `${account.slice(0, -1)}4`)).toBe(false)
  expect(await isSignedByEthereum('Some data', `0x${'00'.repeat(65)}`, account)).toBe(false)
  expect(await isSignedByEthereum('Some data', `0x${'ff'.repeat(65)}`, account)).toBe(false)
  expect(await isSignedByEthereum('Some data', '0x1234', account)).toBe(false)
})

test('letters outside of ASCII are counted in bytes, as wallets count them', async () => {
  const key = secp256k1.utils.randomSecretKey()
  const own = `0x${Buffer.from(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20)).toString('hex')}`
  const text = Buffer.from('Grüße 🌍')
  const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  const signed = Buffer.from([...rest, recovery + 27]).toString('hex')
  expect(await isSignedByEthereum('Grüße 🌍', signed, own)).toBe(true)
})

// RFC 8032, 7.1, test 2: one byte, 0x72.
const solanaAccount = '586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5'
const rfcSignature =
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'

test('the vector of RFC 8032 is right, in both spellings of base64', async () => {
  for (const encoding of ['base64', 'base64url'] as const) {
    const encoded = Buffer.from(rfcSignature, 'hex').toString(encoding)
    expect(await isSignedBySolana('r', encoded, solanaAccount)).toBe(true)
    expect(await isSignedBySolana('s', encoded, solanaAccount)).toBe(false)
  }
})

test('another account or half a signature is wrong', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signed = sign(null, Buffer.from('r'), privateKey).toString('base64')
  expect(await isSignedBySolana('r', signed, solanaAccount)).toBe(false)
  expect(await isSignedBySolana('r', signed.slice(0, 40), solanaAccount)).toBe(false)
  for (const address of ['', '0OIl', 'x'.repeat(44), '1'.repeat(32)]) {
    expect(await isSignedBySolana('r', signed, address)).toBe(false)
  }
})
