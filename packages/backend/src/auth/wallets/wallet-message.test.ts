import { expect, test } from 'vitest'
import { parseWalletMessage } from './wallet-message.ts'

const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

function message(changes: Record<number, string | null> = {}): string {
  const lines = [
    'service.example wants you to sign in with your Ethereum account:',
    address,
    '',
    'I accept the terms.',
    '',
    'URI: https://service.example/login',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 32891756',
    'Issued At: 2026-03-05T12:00:00Z',
    'Expiration Time: 2026-03-05T12:10:00Z',
    'Resources:',
    '- https://example.com/my-web2-claim.json',
  ]
  return lines.flatMap((line, index) => (index in changes ? (changes[index] ?? []) : line)).join('\n')
}

test('parseWalletMessage() returns the fields of an EIP-4361 message', () => {
  expect(parseWalletMessage(message(), 'ethereum')).toEqual({
    domain: 'service.example',
    address,
    statement: 'I accept the terms.',
    uri: 'https://service.example/login',
    version: '1',
    chainId: '1',
    nonce: '32891756',
    issuedAt: new Date('2026-03-05T12:00:00Z'),
    expirationTime: new Date('2026-03-05T12:10:00Z'),
    notBefore: null,
  })
})

test.each([
  ['another chain', { 0: 'service.example wants you to sign in with your Solana account:' }],
  ['another sentence', { 0: 'Please sign in to service.example with your Ethereum account:' }],
  ['a path in the domain', { 0: 'service.example/x wants you to sign in with your Ethereum account:' }],
  ['no address', { 1: '' }],
  ['no URI', { 5: null }],
  ['a field twice', { 6: 'URI: https://evil.example/' }],
  ['an unknown field', { 6: 'Colour: red' }],
  ['a line without a field name', { 6: 'just words' }],
  ['a field name with an extra letter and no colon', { 8: 'Request IDs' }],
] as const)('parseWalletMessage() refuses a wallet message with %s', (_what, changes) => {
  expect(parseWalletMessage(message(changes), 'ethereum')).toBeNull()
})

test('parseWalletMessage() parses a line before the URI that looks like a field as the statement', () => {
  expect(parseWalletMessage(message({ 3: 'Version: 2' }), 'ethereum')).toMatchObject({
    statement: 'Version: 2',
    version: '1',
  })
})

test('parseWalletMessage() accepts a message without statement, version and empty lines, and with a trailing empty line', () => {
  const bare = { 2: null, 3: null, 4: null, 6: null, 12: '- https://example.com/my-web2-claim.json\n' }
  expect(parseWalletMessage(message(bare), 'ethereum')).toMatchObject({
    ...{ address, statement: null, uri: 'https://service.example/login', version: '', nonce: '32891756' },
  })
})

test('parseWalletMessage() parses a statement of several lines, and the Not Before time', () => {
  const changes = { 3: 'I accept the terms.\nAnd these.', 10: 'Not Before: 2026-03-05T12:01:00Z' }
  expect(parseWalletMessage(message(changes), 'ethereum')).toMatchObject({
    statement: 'I accept the terms.\nAnd these.',
    notBefore: new Date('2026-03-05T12:01:00Z'),
    expirationTime: null,
  })
})

test('parseWalletMessage() parses a malformed time as null', () => {
  expect(parseWalletMessage(message({ 9: 'Issued At: yesterday' }), 'ethereum')?.issuedAt).toBeNull()
})
