import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createClientNetworkResolver, getClientNetworkKey, getNetworksAround } from './client-network.ts'

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
])('limits count the client IP address %s under the key %s', (address, key) => {
  expect(getClientNetworkKey(address)).toBe(key)
})

test.each([
  ['192.0.2.77', ['192.0.2.77', 1], ['192.0.2.0/24', 8]],
  ['2001:db8:1:1234::/64', ['2001:db8:1:1234::/64', 1], ['2001:db8:1:1200::/56', 4], ['2001:db8:1::/48', 8]],
  ['2001:db8:1:2::/64', ['2001:db8:1:2::/64', 1], ['2001:db8:1:0::/56', 4], ['2001:db8:1::/48', 8]],
  ['unknown', ['unknown', 1]],
  ['', ['', 1]],
] as const)(
  'limits count the source %s for these networks, with these multiples of its allowance',
  (source, ...around) => {
    expect(getNetworksAround(source)).toEqual(around.map(([network, times]) => ({ network, times })))
  },
)

test('an IPv4-mapped IPv6 client address is counted as its IPv4 address', () => {
  expect(createClientNetworkResolver([], unexpectedWarning)(from('::ffff:192.0.2.1'))).toBe('192.0.2.1')
})

test('X-Forwarded-For of an untrusted peer is ignored and reported once', () => {
  const peers: string[] = []
  const sourceOf = createClientNetworkResolver(['10.0.0.0/8'], (peer) => peers.push(peer))
  expect(sourceOf(from('192.0.2.1', { 'x-forwarded-for': '198.51.100.9' }))).toBe('192.0.2.1')
  expect(sourceOf(from('192.0.2.2', { forwarded: 'for=198.51.100.9' }))).toBe('192.0.2.2')
  expect(peers).toEqual(['192.0.2.1'])
})

test('a Forwarded header without X-Forwarded-For from an untrusted peer is reported', () => {
  const peers: string[] = []
  createClientNetworkResolver([], (peer) => peers.push(peer))(from('192.0.2.2', { forwarded: 'for=198.51.100.9' }))
  expect(peers).toEqual(['192.0.2.2'])
})

test('behind a trusted proxy that sends only a Forwarded header, requests are counted under the IP address of the proxy', () => {
  expect(
    createClientNetworkResolver(['10.0.0.0/8'], unexpectedWarning)(from('10.1.2.3', { forwarded: 'for=198.51.100.9' })),
  ).toBe('10.1.2.3')
})

test('the client IP address of a closed connection is an empty string', () => {
  expect(createClientNetworkResolver([], unexpectedWarning)(from(undefined))).toBe('')
})

test('behind a trusted proxy, the client IP address is taken from X-Forwarded-For', () => {
  const sourceOf = createClientNetworkResolver(['10.0.0.0/8', '2001:db8::1'], unexpectedWarning)
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': '198.51.100.9' }))).toBe('198.51.100.9')
  expect(sourceOf(from('2001:db8::1', { 'x-forwarded-for': '2001:db8:5:6:7::8' }))).toBe('2001:db8:5:6::/64')
  expect(sourceOf(from('10.1.2.3'))).toBe('10.1.2.3')
})

test('behind a trusted proxy, X-Forwarded-For entries forged by the client are ignored', () => {
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
])('X-Forwarded-For %s from a trusted proxy gives the client address %s', (written, key) => {
  const sourceOf = createClientNetworkResolver(['10.0.0.0/8'], unexpectedWarning)
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': written }))).toBe(key)
})

test('a request with an invalid address in X-Forwarded-For is counted under the IP address of the trusted proxy', () => {
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
