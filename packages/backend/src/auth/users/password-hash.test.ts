import * as crypto from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword, isOutdatedPasswordHash, isSupportedPasswordHash, matchPassword } from './password-hash.ts'

vi.mock(import('node:crypto'), async (original) => {
  const whole = await original()
  return { ...whole, argon2: vi.fn(whole.argon2) }
})

const hashCosts = () => vi.mocked(crypto.argon2).mock.calls.map(([, { memory, passes }]) => ({ memory, passes }))

beforeEach(() => {
  vi.mocked(crypto.argon2).mockClear()
})

// The bcrypt hash of "correct horse battery", at cost 4.
const bcrypt = '$2b$04$bkQmLysMa.LBwggAgf1JJOWjBpeqh6wT2KKDScxF7tV1pgvTceGUq'

test('a new password hash has the current parameters and its own salt, and verifies only its own password', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(isOutdatedPasswordHash(one)).toBe(false)
  expect(await matchPassword('correct horse', one)).toBe('current')
  for (const wrong of ['', 'correct hors', 'correct horse ', 'Correct horse']) {
    expect(await matchPassword(wrong, one)).toBeNull()
  }
})

test('bcrypt and older Argon2 password hashes can be verified, and are reported as outdated', async () => {
  expect(isSupportedPasswordHash(bcrypt)).toBe(true)
  expect(isOutdatedPasswordHash(bcrypt)).toBe(true)
  expect(await matchPassword('correct horse battery', bcrypt)).toBe('outdated')
  expect(await matchPassword('correct horse batterz', bcrypt)).toBeNull()
  // A hash from the tests of Argon2's reference implementation: the password "password" with the salt `somesalt`.
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(isOutdatedPasswordHash(reference)).toBe(true)
  expect(await matchPassword('password', reference)).toBe('outdated')
  const older = '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'
  expect(await matchPassword('password', older)).toBe('outdated')
  expect(await matchPassword('passwore', older)).toBeNull()
})

// One password as keyboards send it: composed, decomposed, with a no-break space, and with an ideographic space.
const SPELLINGS = ['Zürich é 4711', 'Zu\u0308rich e\u0301 4711', 'Zürich\u00a0é 4711', 'Zürich\u3000e\u0301 4711']

test('a password hash matches the same password in every Unicode form, and not one with other letters or spaces', async () => {
  for (const spelling of SPELLINGS) {
    const hash = await hashPassword(spelling)
    for (const other of SPELLINGS) expect(await matchPassword(other, hash)).toBe('current')
    for (const wrong of ['Zurich e 4711', 'Züriché 4711', 'ZÜRICH É 4711'])
      expect(await matchPassword(wrong, hash)).toBeNull()
  }
})

test('a hash of a password in another form than NFC matches that form as it was sent, and is outdated', async () => {
  const hash = async (message: string) => {
    const salt = Buffer.alloc(16, 1)
    const tag = crypto.argon2Sync('argon2id', {
      message,
      nonce: salt,
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    })
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    return `$argon2id$v=19$m=19456,t=2,p=1$${text(salt)}$${text(tag)}`
  }
  for (const raw of SPELLINGS.slice(1)) {
    expect(await matchPassword(raw, await hash(raw))).toBe('outdated')
    expect(await matchPassword(`${raw}x`, await hash(raw))).toBeNull()
  }
})

test('comparing a password that is not in NFC costs as much against a missing hash as against a wrong one', async () => {
  const known = await hashPassword('another')
  const costs = []
  for (const stored of [known, null]) {
    vi.mocked(crypto.argon2).mockClear()
    expect(await matchPassword('e\u0301 anything', stored)).toBeNull()
    costs.push(hashCosts())
  }
  expect(costs[0]).toHaveLength(2)
  expect(costs[1]).toEqual(costs[0])
})

test('verifying a password against a missing or malformed hash fails and costs as much as against a valid hash', async () => {
  const known = await hashPassword('another')
  vi.mocked(crypto.argon2).mockClear()
  for (const stored of [known, null, 'no hash at all']) expect(await matchPassword('anything', stored)).toBeNull()
  expect(hashCosts()).toEqual(Array.from({ length: 3 }, () => ({ memory: 19_456, passes: 2 })))
})

test.each([
  '',
  'plain text',
  '$2b$31$bkQmLysMa.LBwggAgf1JJOWjBpeqh6wT2KKDScxF7tV1pgvTceGUq',
  '$2b$03$bkQmLysMa.LBwggAgf1JJOWjBpeqh6wT2KKDScxF7tV1pgvTceGUq',
  '$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=99,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=2,p=1$c2E$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFh',
  '$argon2d$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$scrypt$ln=16,r=8,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
])('the malformed or unsupported password hash %j is refused', (stored) => {
  expect(isSupportedPasswordHash(stored)).toBe(false)
})

const argon2id = (parameters: string, saltBytes = 8, tagBytes = 16) => {
  const part = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$${parameters}$${part(saltBytes)}$${part(tagBytes)}`
}

test('password hashes are accepted from the minimum to the maximum cost and size, and refused outside these limits', () => {
  const affordable = [
    argon2id('m=262144,t=1,p=1'),
    argon2id('m=4096,t=16,p=1'),
    argon2id('m=128,t=1,p=16'),
    argon2id('m=8,t=1,p=1'),
    argon2id('m=8,t=1,p=1', 128, 128),
    `$2b$14$${bcrypt.slice(7)}`,
  ]
  const odd = [
    argon2id('m=262145,t=1,p=1'),
    argon2id('m=4096,t=17,p=1'),
    argon2id('m=4096,t=1,p=17'),
    argon2id('m=127,t=1,p=16'),
    argon2id('m=8,t=0,p=1'),
    argon2id('m=8,t=1,p=0'),
    argon2id('m=8,t=1,p=1', 7, 16),
    argon2id('m=8,t=1,p=1', 8, 15),
    argon2id('m=8,t=1,p=1', 129, 16),
    argon2id('m=8,t=1,p=1', 8, 129),
    `$2b$15$${bcrypt.slice(7)}`,
  ]
  expect(affordable.filter((hash) => !isSupportedPasswordHash(hash))).toEqual([])
  expect(odd.filter(isSupportedPasswordHash)).toEqual([])
})

test('a password hash with parameters or an algorithm other than the current ones is reported as outdated', () => {
  expect(isOutdatedPasswordHash(argon2id('m=19456,t=2,p=1', 16, 32))).toBe(false)
  for (const older of [
    argon2id('m=19455,t=2,p=1', 16, 32),
    argon2id('m=19456,t=3,p=1', 16, 32),
    argon2id('m=19456,t=2,p=2', 16, 32),
    argon2id('m=19456,t=2,p=1', 16, 32).replace('argon2id', 'argon2i'),
    'no hash at all',
  ]) {
    expect(isOutdatedPasswordHash(older), older).toBe(true)
  }
})
