import { expect, test } from 'vitest'
import { parseLinkToken } from './link-token.ts'

const token = '0f1e2d3c'.repeat(8)

test('parseLinkToken returns the 64 hexadecimal digits of the fragment in lower case, without text that a mail program added', () => {
  for (const fragment of [`#${token}`, `#${token}.`, `#${token}%3E`, `#${token.toUpperCase()}`])
    expect(parseLinkToken(fragment), fragment).toBe(token)
})

test('parseLinkToken returns null for a missing, shortened, lengthened or malformed secret', () => {
  for (const fragment of ['', '#', token, `#${token.slice(1)}`, `#${token}0`, `#x${token}`, `#${'g'.repeat(64)}`])
    expect(parseLinkToken(fragment), fragment).toBeNull()
})
