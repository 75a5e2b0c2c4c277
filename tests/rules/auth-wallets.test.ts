import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { callAuth, expectAuthError, HIGH_AUTH_LIMITS } from './auth-call.ts'
import { decodeTokenClaims } from './auth-member.ts'

const env = { ...HIGH_AUTH_LIMITS, AUTH_WEB3_ETHEREUM_ENABLED: 'true', AUTH_WEB3_SOLANA_ENABLED: 'true' }
const test = createSharedBackendTest({ env })

type Wallet = { address: string; sign(message: string): string }

function anEthereumWallet(): Wallet {
  const key = secp256k1.utils.randomSecretKey()
  const account = keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20)
  return {
    address: `0x${Buffer.from(account).toString('hex')}`,
    sign(message) {
      const text = Buffer.from(message, 'utf8')
      const prefixed = Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text])
      const [recovery = 0, ...rest] = secp256k1.sign(keccak_256(prefixed), key, { prehash: false, format: 'recovered' })
      return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
    },
  }
}

function aSolanaWallet(): Wallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    address: toBase58(rawKey(publicKey)),
    sign: (message) => sign(null, Buffer.from(message, 'utf8'), privateKey).toString('base64'),
  }
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}

function toBase58(bytes: Buffer): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet.charAt(Number(value % 58n)) + text
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}

type Parts = { chain?: string; domain?: string; uri?: string; issuedAt?: Date; extra?: string; version?: string }

function messageFor(backend: TestBackend, address: string, parts: Parts = {}): string {
  const { chain = 'Ethereum', domain = new URL(backend.url).host, uri = `${backend.url}/`, version = '1' } = parts
  return [
    `${domain} wants you to sign in with your ${chain} account:`,
    address,
    '',
    'Sign in to keep your photos.',
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    'Chain ID: 1',
    'Nonce: 8f3bc09e1a',
    `Issued At: ${(parts.issuedAt ?? new Date()).toISOString()}`,
    ...(parts.extra ? [parts.extra] : []),
  ].join('\n')
}

function signIn(backend: TestBackend, body: object) {
  return callAuth(backend, 'POST /token?grant_type=web3', { body })
}

for (const [chain, name, aWallet] of [
  ['ethereum', 'Ethereum', anEthereumWallet],
  ['solana', 'Solana', aSolanaWallet],
] as const) {
  test(`the first sign-in with a wallet of ${name} creates an account, and a later sign-in returns the same account`, {
    tags: ['R7.25'],
  }, async (backend) => {
    const wallet = aWallet()
    const message = messageFor(backend, wallet.address, { chain: name })
    const { status, body } = await signIn(backend, { chain, message, signature: wallet.sign(message) })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      email: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [
        {
          id: `web3:${chain}:${wallet.address}`,
          provider: 'web3',
          identity_data: {
            custom_claims: { address: wallet.address, chain, statement: 'Sign in to keep your photos.' },
          },
        },
      ],
    })
    expect(decodeTokenClaims(body.access_token).amr).toMatchObject([{ method: 'web3' }])
    const later = messageFor(backend, wallet.address, { chain: name })
    const again = await signIn(backend, { chain, message: later, signature: wallet.sign(later) })
    expect(again.body.user.id).toBe(body.user.id)
  })
}

test('wallet sign-in rejects a message for another site, outside its validity period or signed by another wallet with 400', {
  tags: ['R7.25'],
}, async (backend) => {
  const [wallet, other] = [anEthereumWallet(), anEthereumWallet()]
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const place = 'Signed message is using a domain or URI that is not allowed on this server'
  const cases: [Parts, string][] = [
    [{ domain: 'evil.example', uri: 'https://evil.example/' }, place],
    [{ domain: 'evil.example' }, place],
    [{ uri: 'https://evil.example/' }, place],
    [{ uri: 'http://evil.example/' }, 'Signed message is using an unsupported URI'],
    [{ uri: 'nowhere' }, 'Signed message is using an unsupported URI'],
    [{ version: '2' }, 'Signed message has an unsupported version'],
    [{ issuedAt: minutes(-11) }, 'Signed message was issued too long ago'],
    [{ issuedAt: minutes(5) }, 'Signed message was issued in the future'],
    [{ extra: `Expiration Time: ${minutes(-1).toISOString()}` }, 'Signed message is expired'],
    [{ extra: `Not Before: ${minutes(5).toISOString()}` }, 'Signed message becomes valid in the future'],
    [{ extra: 'URI: https://evil.example/' }, 'Signed message has no valid form'],
    [{ chain: 'Solana' }, 'Signed message has no valid form'],
  ]
  for (const [parts, description] of cases) {
    const message = messageFor(backend, wallet.address, parts)
    const { status, body } = await signIn(backend, { chain: 'ethereum', message, signature: wallet.sign(message) })
    expect({ status, body }).toEqual({ status: 400, body: { error: 'invalid_grant', error_description: description } })
  }
  const message = messageFor(backend, wallet.address)
  for (const signature of [other.sign(message), wallet.sign(`${message} `), `0x${'0'.repeat(130)}`]) {
    const { status, body } = await signIn(backend, { chain: 'ethereum', message, signature })
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Signature does not match address in message' },
    })
  }
})

test('a wallet sign-in with a malformed message or signature, or an unsupported chain, is rejected with 400', async (backend) => {
  const wallet = anEthereumWallet()
  const message = messageFor(backend, wallet.address)
  const signature = wallet.sign(message)
  const cases: [object, string][] = [
    [{ chain: 'ethereum', message: 'short', signature }, 'message is too short or too long'],
    [{ chain: 'ethereum', message: 'x'.repeat(20_481), signature }, 'message is too short or too long'],
    [{ chain: 'ethereum', message, signature: 'abc' }, 'signature is not of the expected form'],
    [{ chain: 'solana', message, signature }, 'signature is not of the expected form'],
  ]
  for (const [body, text] of cases) expectAuthError(await signIn(backend, body), 400, 'validation_failed', text)
  const chain = await signIn(backend, { chain: 'bitcoin', message, signature })
  expectAuthError(chain, 400, 'web3_unsupported_chain', 'Unsupported chain')
})
