import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { idTokenChecker } from './id-token.ts'

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

/** The check, with the provider's answers given here. */
function aChecker() {
  const fetched = vi.fn(async () => Response.json(keys))
  vi.stubGlobal('fetch', fetched)
  const metadata = vi.fn(async () => ({ issuer, jwks_uri: `${issuer}/keys` }))
  return { check: idTokenChecker(google, metadata), metadata, fetched }
}

test('a token of the provider for this site says who it is about; the keys are fetched once', async () => {
  const { check, fetched } = aChecker()
  const { profile, nonce } = await check(await signed({ nonce: 'n', email_verified: true }), '')
  expect(profile).toMatchObject({ providerId: '7', email: 'mara@example.com', isEmailVerified: true })
  expect(nonce).toBe('n')
  expect((await check(await signed({}), '')).nonce).toBeNull()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a token signed with RS256, as Google signs, is accepted', async () => {
  const { check } = aChecker()
  const token = await signed({}, rsa.privateKey, { alg: 'RS256', kid: 'theirs too' })
  expect((await check(token, '')).profile.providerId).toBe('7')
})

test('a token of somebody else, for somebody else, or from another time is refused', async () => {
  const { check } = aChecker()
  const stranger = await generateKeyPair('ES256')
  const bad: [string, string][] = [
    [await signed({}, stranger.privateKey), 'Bad ID token'],
    [await signed({ iss: 'https://elsewhere.example' }), 'Bad ID token'],
    [await signed({ exp: 1 }), 'Bad ID token'],
    [await signed({ aud: 'another-app' }), 'Unacceptable audience in id_token'],
  ]
  for (const [token, message] of bad)
    await expect(check(token, '')).rejects.toMatchObject({ code: 'invalid request', message })
})

test('what is no token at all is refused before the provider is asked anything', async () => {
  const { check, metadata } = aChecker()
  for (const text of ['mock-id-token', '', 'a.b.c', '....']) {
    await expect(check(text, '')).rejects.toMatchObject({ message: 'Bad ID token' })
  }
  expect(metadata).not.toHaveBeenCalled()
})

test('an access token that comes along must be the one it was given with', async () => {
  const { check } = aChecker()
  const at_hash = createHash('sha256').update('theirs').digest().subarray(0, 16).toString('base64url')
  const token = await signed({ at_hash })
  expect((await check(token, 'theirs')).profile.providerId).toBe('7')
  await expect(check(token, 'another')).rejects.toMatchObject({
    message: 'Bad ID token',
    cause: { message: 'at_hash' }, // for the log
  })
  expect((await check(token, '')).profile.providerId).toBe('7') // no access token came along
  expect((await check(await signed({}), 'another')).profile.providerId).toBe('7') // it says nothing of one
})
