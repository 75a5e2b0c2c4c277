import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { createIdTokenVerifier } from './id-token.ts'

const issuer = 'https://accounts.example.com'
const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
const rsa = await generateKeyPair('RS256', { extractable: true })
const keys = {
  keys: [
    { ...(await exportJWK(publicKey)), kid: 'theirs', alg: 'ES256' },
    { ...(await exportJWK(rsa.publicKey)), kid: 'theirs too', alg: 'RS256' },
  ],
}
const google = { enabled: true, clientId: 'our-app', secret: 'x', issuer }

function signed(claims: JWTPayload, key = privateKey, header = { alg: 'ES256', kid: 'theirs' }): Promise<string> {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  const payload = { iss: issuer, aud: 'our-app', sub: '7', email: 'mara@example.com', exp: inAnHour, ...claims }
  return new SignJWT(payload).setProtectedHeader(header).sign(key)
}

/** Creates an ID token verifier whose provider metadata and signing keys are stubs. */
function aChecker() {
  const fetched = vi.fn(async () => Response.json(keys))
  vi.stubGlobal('fetch', fetched)
  const metadata = vi.fn(async () => ({ issuer, jwks_uri: `${issuer}/keys` }))
  return { check: createIdTokenVerifier(google, metadata), metadata, fetched }
}

test('the Google ID token verifier returns profile and nonce of a valid token, and fetches the signing keys once', async () => {
  const { check, fetched } = aChecker()
  const { profile, nonce } = await check(await signed({ nonce: 'n', email_verified: true }), '')
  expect(profile).toMatchObject({ providerId: '7', email: 'mara@example.com', isEmailVerified: true })
  expect(nonce).toBe('n')
  expect((await check(await signed({}), '')).nonce).toBeNull()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('the Google ID token verifier accepts a token signed with RS256', async () => {
  const { check } = aChecker()
  const token = await signed({}, rsa.privateKey, { alg: 'RS256', kid: 'theirs too' })
  expect((await check(token, '')).profile.providerId).toBe('7')
})

test('a Google ID token with a wrong key, issuer or audience, or past its expiry, is refused', async () => {
  const { check } = aChecker()
  const otherKeys = await generateKeyPair('ES256')
  const bad: [string, string][] = [
    [await signed({}, otherKeys.privateKey), 'Bad ID token'],
    [await signed({ iss: 'https://elsewhere.example' }), 'Bad ID token'],
    [await signed({ exp: 1 }), 'Bad ID token'],
    [await signed({ aud: 'another-app' }), 'Unacceptable audience in id_token'],
  ]
  for (const [token, message] of bad)
    await expect(check(token, '')).rejects.toMatchObject({ code: 'invalid request', message })
})

test('a malformed Google ID token is refused without any request to the provider', async () => {
  const { check, metadata } = aChecker()
  for (const text of ['mock-id-token', '', 'a.b.c', '....']) {
    await expect(check(text, '')).rejects.toMatchObject({ message: 'Bad ID token' })
  }
  expect(metadata).not.toHaveBeenCalled()
})

test('a Google access token that does not match the at_hash of its ID token is refused', async () => {
  const { check } = aChecker()
  const at_hash = createHash('sha256').update('theirs').digest().subarray(0, 16).toString('base64url')
  const token = await signed({ at_hash })
  expect((await check(token, 'theirs')).profile.providerId).toBe('7')
  await expect(check(token, 'another')).rejects.toMatchObject({
    message: 'Bad ID token',
    cause: { message: 'at_hash' }, // the cause is only logged, not sent to the client
  })
  expect((await check(token, '')).profile.providerId).toBe('7') // at_hash is not checked when no access token is given
  // an ID token without at_hash is accepted with any access token
  expect((await check(await signed({}), 'another')).profile.providerId).toBe('7')
})
