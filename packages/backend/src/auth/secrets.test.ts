import { expect, test } from 'vitest'
import {
  deriveAuthSecrets,
  generateLinkToken,
  generateRandomToken,
  generateSixDigitCode,
  hashToken,
} from './secrets.ts'

test('derived auth hashes and tokens are equal for the same secret key, and differ for a different key', () => {
  const [one, same, other] = [
    deriveAuthSecrets('key of ours'),
    deriveAuthSecrets('key of ours'),
    deriveAuthSecrets('another key'),
  ]
  expect(one.nextRefreshToken('a')).toBe(same.nextRefreshToken('a'))
  expect(one.nextRefreshToken('a')).not.toBe(one.nextRefreshToken('b'))
  expect(one.nextRefreshToken('a')).not.toBe(other.nextRefreshToken('a'))
  expect(one.nextRefreshToken('a')).toMatch(/^[\w-]{43}$/)
  expect(one.countingKey('a')).not.toBe(one.nextRefreshToken('a'))
  expect(one.hashCode('ada@example.com', '123456')).not.toBe(one.hashCode('eve@example.com', '123456'))
  expect(one.hashCode('ada@example.com', '123456')).not.toBe(other.hashCode('ada@example.com', '123456'))
})

test('derived auth hashes and tokens equal those of earlier releases, so that codes and sessions survive an update', () => {
  const { hashCode, nextRefreshToken, countingKey } = deriveAuthSecrets('key of ours')
  expect(hashCode('ada@example.com', '123456')).toBe('44b1a1422f82f1c5ed648afeea87f9fa61fc51a95669ef4baadab3933ff1c301')
  expect(nextRefreshToken('a')).toBe('ko5HLJyIA77nd9Jcq8Nf1CVEV4XqCCMmYToXEewytFA')
  expect(countingKey('a')).toBe('pbmn_96EFPnLfs5Eovd7ogihPF6zNCOPy5V6T9tuvwo')
})

test('random auth tokens and codes have the documented format, and codes rarely repeat', () => {
  expect(generateRandomToken()).toMatch(/^[\w-]{43}$/)
  expect(generateLinkToken()).toMatch(/^[0-9a-f]{56}$/)
  const codes = Array.from({ length: 2_000 }, generateSixDigitCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes).size).toBeGreaterThan(1_980)
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  expect(hashToken('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
})
