import { expect, test } from 'vitest'
import { isInRanges, isPublicAddress, parseNetworkRanges } from './network-address.ts'

test.each([
  ['8.8.8.8'],
  ['1.1.1.1'],
  ['172.15.255.255'],
  ['172.32.0.0'],
  ['100.63.255.255'],
  ['100.128.0.0'],
  ['169.253.255.255'],
  ['192.167.255.255'],
  ['223.255.255.255'],
  ['2606:4700:4700::1111'],
  ['2a00:1450:4001:81b::200e'],
  ['2001:4860:4860::8888'],
])('isPublicAddress accepts the public address %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  // this network, private, shared (CGNAT), loopback, link-local with cloud metadata
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  // protocol assignments, documentation, 6to4 relay, benchmarks, multicast, reserved, broadcast
  ...['192.0.0.8', '192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '198.18.0.1', '198.19.255.255'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  // unspecified, loopback, unique local, link-local, site-local, multicast
  ...['::', '::1', '0:0:0:0:0:0:0:1', 'fc00::1', 'fd12:3456:789a::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1'],
  // IPv4-mapped in both notations, IPv4-compatible, NAT64, local NAT64, 6to4 and Teredo of private addresses
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe', '::127.0.0.1', '::7f00:1'],
  ...['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1', '2002:7f00:1::1', '2002:a9fe:a9fe::'],
  ...['2001::1', '2001:0:7f00:1::', '2001:20::1', '2001:db8::1', '3fff::1', '5f00::1', '100::1', '4000::1'],
  // addresses with a zone, and texts that are not addresses
  ...[
    'fe80::1%eth0',
    '2606:4700::1%1',
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '017700000001',
    '8.8.8.8 ',
  ],
  ...['[::1]', '::ffff:127.0.0.1.', '1.2.3.4/32'],
])('isPublicAddress rejects %j', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('isPublicAddress accepts an IPv6 address that embeds a public IPv4 address', () => {
  for (const address of ['::ffff:8.8.8.8', '64:ff9b::8.8.8.8']) expect(isPublicAddress(address), address).toBe(true)
})

test('isInRanges compares the prefix, and compares an embedded IPv4 address as IPv4', () => {
  const isIn = (address: string, ...texts: string[]) => {
    const ranges = parseNetworkRanges(texts)
    return ranges !== null && isInRanges(address, ranges)
  }
  const allowed = ['10.1.0.0/16', '127.0.0.1', 'fd00::/8']
  for (const address of [
    ...['10.1.0.0', '10.1.255.255', '127.0.0.1', '::ffff:10.1.2.3', '::ffff:a01:203', '64:ff9b::10.1.2.3'],
    ...['fd00::1', 'fdff::'],
  ])
    expect(isIn(address, ...allowed), address).toBe(true)
  for (const address of [
    ...['10.0.255.255', '10.2.0.0', '127.0.0.2', '::ffff:10.2.0.0', '64:ff9b::10.2.0.0', 'fc00::1', 'fe00::'],
    ...['fd00::1%eth0', '', '10.1.0.0/16'],
  ])
    expect(isIn(address, ...allowed), address).toBe(false)
  expect(isIn('203.0.113.9', '0.0.0.0/0')).toBe(true)
  expect(isIn('::1', '0.0.0.0/0')).toBe(false)
})

test('parseNetworkRanges returns null for a text that is neither an address nor a range', () => {
  for (const text of [
    '',
    'x',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '::/129',
    '10.0.0.0/8/8',
    '10/8',
    'fe80::1%eth0',
  ])
    expect(parseNetworkRanges(['10.0.0.1', text]), text).toBeNull()
})
