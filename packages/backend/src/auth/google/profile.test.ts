import { expect, test } from 'vitest'
import { parseProviderProfile } from './profile.ts'

const claims = {
  sub: '1234567890',
  iss: 'https://accounts.google.com',
  email: 'Ada@Example.com',
  email_verified: true,
  name: 'Ada Lovelace',
  picture: 'https://example.com/ada.png',
  given_name: 'Ada',
  family_name: 'Lovelace',
  hd: 'example.com',
}

test('a Google profile has its e-mail address lower-cased, and name and picture stored under both of their member names', () => {
  expect(parseProviderProfile(claims)).toEqual({
    provider: 'google',
    issuer: 'https://accounts.google.com',
    providerId: '1234567890',
    email: 'ada@example.com',
    isEmailVerified: true,
    data: {
      iss: 'https://accounts.google.com',
      email: 'Ada@Example.com',
      name: 'Ada Lovelace',
      full_name: 'Ada Lovelace',
      picture: 'https://example.com/ada.png',
      avatar_url: 'https://example.com/ada.png',
      given_name: 'Ada',
      family_name: 'Lovelace',
      sub: '1234567890',
      provider_id: '1234567890',
      email_verified: true,
      phone_verified: false,
    },
  })
})

test('the e-mail address of a Google profile counts as verified only when email_verified is true or "true"', () => {
  const verified = [true, 'true', false, 'false', undefined].map((email_verified) => {
    const { isEmailVerified, data } = parseProviderProfile({ ...claims, email_verified })
    expect(data['email_verified']).toBe(isEmailVerified)
    return isEmailVerified
  })
  expect(verified).toEqual([true, true, false, false, false])
})

test('a Google profile omits missing claims, and has null as its e-mail address when the claim is empty', () => {
  expect(parseProviderProfile({ sub: '1' })).toEqual({
    provider: 'google',
    issuer: '',
    providerId: '1',
    email: null,
    isEmailVerified: false,
    data: { sub: '1', provider_id: '1', email_verified: false, phone_verified: false },
  })
  expect(Object.keys(parseProviderProfile({ sub: '1' }).data)).not.toContain('name')
  expect(parseProviderProfile({ sub: '1', email: '' }).email).toBeNull()
})

test('a Google profile with malformed or too long claims is refused', () => {
  for (const odd of [
    {},
    { sub: '' },
    { sub: 7 },
    { sub: 'x'.repeat(256) },
    { ...claims, email: ['a@example.com'] },
    { ...claims, email_verified: 1 },
    { ...claims, email_verified: 'yes' },
    { ...claims, name: 'x'.repeat(501) },
  ]) {
    expect(() => parseProviderProfile(odd), JSON.stringify(odd).slice(0, 80)).toThrow()
  }
  expect(parseProviderProfile({ sub: 'x'.repeat(255), name: 'x'.repeat(500) }).providerId).toHaveLength(255)
})

test('a Google profile keeps a letter that Unicode would turn into an ASCII one, so that it fits no other account', () => {
  expect(parseProviderProfile({ ...claims, email: '\u212aate@example.com' }).email).toBe('\u212aate@example.com')
})
