import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { MINISIGN_VECTORS } from '../test/minisign-vectors.ts'
import { verifyMinisign } from './verify-minisign.ts'

const { keyId, publicKey, otherPublicKey, prehashed, legacy, byOtherKey } = MINISIGN_VECTORS
const message = new TextEncoder().encode(MINISIGN_VECTORS.message)

test('verifyMinisign accepts a signature of minisign, with its key anywhere in the list', async () => {
  for (const keys of [[publicKey], [otherPublicKey, publicKey], ['not a key', publicKey, otherPublicKey]]) {
    expect(await verifyMinisign(message, prehashed, keys)).toEqual({
      valid: true,
      keyId,
      trustedComment: expect.stringMatching(/^timestamp:1764104400\tfile:m\.txt/),
    })
  }
})

test('verifyMinisign rejects a signature by a key that is not in the list', async () => {
  for (const [signature, keys] of [
    [prehashed, []],
    [prehashed, [otherPublicKey]],
    [byOtherKey, [publicKey]],
  ] as const) {
    expect(await verifyMinisign(message, signature, keys)).toEqual({ valid: false, reason: 'unknown key' })
  }
  const claimed = Buffer.from(otherPublicKey, 'base64')
  Buffer.from(publicKey, 'base64').copy(claimed, 2, 2, 10) // another key under the id of the signer
  expect(await verifyMinisign(message, prehashed, [claimed.toString('base64')])).toEqual({
    valid: false,
    reason: 'wrong signature',
  })
})

test('verifyMinisign rejects every message with one changed byte, a cut and an extended one', async () => {
  for (let at = 0; at < message.length; at += 1) {
    const changed = Uint8Array.from(message, (byte, index) => (index === at ? byte ^ 1 : byte))
    expect(await verifyMinisign(changed, prehashed, [publicKey])).toEqual({ valid: false, reason: 'wrong signature' })
  }
  for (const other of [message.slice(0, -1), Uint8Array.of(...message, 0), new Uint8Array()]) {
    expect(await verifyMinisign(other, prehashed, [publicKey])).toMatchObject({ valid: false })
  }
})

test('verifyMinisign rejects every signature with one changed character, except in the untrusted comment', async () => {
  for (let at = prehashed.indexOf('\n') + 1; at < prehashed.length; at += 1) {
    const changed = `${prehashed.slice(0, at)}${prehashed[at] === 'x' ? 'y' : 'x'}${prehashed.slice(at + 1)}`
    expect(await verifyMinisign(message, changed, [publicKey]), `character ${at}`).toMatchObject({ valid: false })
  }
})

test('verifyMinisign reports that Ed25519 is unsupported, and never a valid signature, when the browser lacks it', async () => {
  expect(await verifyMinisign(message, prehashed, [publicKey], async () => null)).toEqual({
    valid: false,
    reason: 'unsupported',
  })
})

test('verifyMinisign reports a malformed signature, also one of a message that was not hashed, and throws for no key of any length', async () => {
  for (const text of ['signed, honestly', legacy])
    expect(await verifyMinisign(message, text, [publicKey])).toEqual({ valid: false, reason: 'malformed' })
  const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const pem = rsa.export({ type: 'spki', format: 'pem' }).toString()
  expect(await verifyMinisign(message, prehashed, [pem])).toEqual({ valid: false, reason: 'unknown key' })
})
