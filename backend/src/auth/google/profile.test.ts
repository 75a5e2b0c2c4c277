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

test('lower-cases the address of a profile, and stores name and picture under both of their member names', () => {
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

test('treats an address as verified only when email_verified is true or "true"', () => {
  const verified = [true, 'true', false, 'false', undefined].map((email_verified) => {
    const { isEmailVerified, data } = parseProviderProfile({ ...claims, email_verified })
    expect(data['email_verified']).toBe(isEmailVerified)
    return isEmailVerified
  })
  expect(verified).toEqual([true, true, false, false, false])
})

test('omits members that the provider omits, and reads an empty address as null', () => {
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

test('refuses malformed or too long claims', () => {
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
