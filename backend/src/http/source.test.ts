import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createClientNetworkResolver, sourceKey } from './source.ts'

function from(remoteAddress: string | undefined, headers: Record<string, string> = {}) {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

const unexpectedWarning = () => {
  throw new Error('Unexpected call of onUntrusted.')
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['::1:2:3:4:5:192.0.2.1', '0:1:2:3::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['', ''],
])('the address %s is counted under the key %s', (address, key) => {
  expect(sourceKey(address)).toBe(key)
})

test('an IPv4-mapped IPv6 address is counted as the IPv4 address', () => {
  expect(createClientNetworkResolver([], unexpectedWarning)(from('::ffff:192.0.2.1'))).toBe('192.0.2.1')
})

test('X-Forwarded-For of an untrusted peer is ignored and reported once', () => {
  const peers: string[] = []
  const sourceOf = createClientNetworkResolver(['10.0.0.0/8'], (peer) => peers.push(peer))
  expect(sourceOf(from('192.0.2.1', { 'x-forwarded-for': '198.51.100.9' }))).toBe('192.0.2.1')
  expect(sourceOf(from('192.0.2.2', { forwarded: 'for=198.51.100.9' }))).toBe('192.0.2.2')
  expect(peers).toEqual(['192.0.2.1'])
})

test('`Forwarded` alone from an untrusted peer is reported too', () => {
  const peers: string[] = []
  createClientNetworkResolver([], (peer) => peers.push(peer))(from('192.0.2.2', { forwarded: 'for=198.51.100.9' }))
  expect(peers).toEqual(['192.0.2.2'])
})

test('`Forwarded` is not used: behind a trusted proxy that sends only that, the source is the proxy', () => {
  expect(
    createClientNetworkResolver(['10.0.0.0/8'], unexpectedWarning)(from('10.1.2.3', { forwarded: 'for=198.51.100.9' })),
  ).toBe('10.1.2.3')
})

test('a closed connection has an empty source', () => {
  expect(createClientNetworkResolver([], unexpectedWarning)(from(undefined))).toBe('')
})

test('the source behind a trusted proxy is the client in X-Forwarded-For', () => {
  const sourceOf = createClientNetworkResolver(['10.0.0.0/8', '2001:db8::1'], unexpectedWarning)
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': '198.51.100.9' }))).toBe('198.51.100.9')
  expect(sourceOf(from('2001:db8::1', { 'x-forwarded-for': '2001:db8:5:6:7::8' }))).toBe('2001:db8:5:6::/64')
  expect(sourceOf(from('10.1.2.3'))).toBe('10.1.2.3')
})

test('addresses that a client forged in X-Forwarded-For are ignored', () => {
  const sourceOf = createClientNetworkResolver(['10.0.0.0/8'], unexpectedWarning)
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': '127.0.0.1, 198.51.100.9, 10.9.9.9' }))).toBe('198.51.100.9')
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': 'nonsense' }))).toBe('10.1.2.3')
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': '10.9.9.9' }))).toBe('10.1.2.3')
})

test.each([
  ['203.0.113.9:50412', '203.0.113.9'],
  ['"203.0.113.9:50412"', '203.0.113.9'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::9]"', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::9]:443"', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9%25eth0]:443', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::443', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9%eth0', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.100.113.190', '203.100.113.190'],
  ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
  ['2001:db8::ffff:203.0.113.9', '2001:db8:0:0::/64'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['198.51.100.9, "203.0.113.9:80" , [::ffff:10.9.9.9]:80, 10.9.9.9:8080', '203.0.113.9'],
])('X-Forwarded-For %s gives the source %s', (written, key) => {
  const sourceOf = createClientNetworkResolver(['10.0.0.0/8'], unexpectedWarning)
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': written }))).toBe(key)
})

test('when X-Forwarded-For contains an invalid address, the request counts towards the proxy’s address', () => {
  const sourceOf = createClientNetworkResolver(['10.0.0.0/8'], unexpectedWarning)
  for (const written of [
    ...['203.0.113.9:', '203.0.113.9:http', '203.0.113.9:123456', '203.0.113.9:80:80', '203.0.113.9]', '[203.0.113.9'],
    ...[
      '"203.0.113.9',
      '203.0.113.9"',
      "'203.0.113.9'",
      '[2001:db8::1',
      '2001:db8::1]:443',
      '[2001:db8::1]443',
      '[]:443',
    ],
    ...[
      '203.0.113',
      '203.0.113.9.9:80',
      'unknown',
      '_hidden:80',
      '',
      '""',
      ':80',
      '203.0.113.9%eth0',
      '198.51.100.9, x:80',
      ...['x"203.0.113.9"', '"203.0.113.9"x', 'x[2001:db8::1]', 'x203.0.113.9:80', '::ffff:203.0.113.9x'],
    ],
  ])
    expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': written })), written).toBe('10.1.2.3')
})
