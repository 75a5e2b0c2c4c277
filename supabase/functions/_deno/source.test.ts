import { expect, test } from 'vitest'
import { readRateLimitSource } from './source.ts'

const HEADER = 'cf-connecting-ip'
const from = (given: Record<string, string>, header = HEADER) => readRateLimitSource(new Headers(given), header)

test('readRateLimitSource reads the client IP address from the platform’s header and ignores forged forwarding headers', () => {
  const forged = {
    'x-forwarded-for': '198.51.100.1, 198.51.100.2',
    forwarded: 'for=198.51.100.3',
    'x-real-ip': '198.51.100.4',
    'true-client-ip': '198.51.100.5',
    'x-client-ip': '198.51.100.6',
  }
  expect(from({ ...forged, [HEADER]: '192.0.2.7' })).toBe('192.0.2.7')
  expect(from({ ...forged, [HEADER]: ' 192.0.2.7 ' })).toBe('192.0.2.7')
  expect(from(forged)).toBe('unknown')
})

test('readRateLimitSource reduces every notation of an IPv6 address to its /64 network', () => {
  for (const address of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '2001:0db8:0001:0002:0:0:0:1']) {
    expect(from({ [HEADER]: address }), address).toBe('2001:db8:1:2::/64')
  }
  for (const address of ['2001:db8::1', '2001:db8:0:0::9', '2001:db8::5:6:7:8']) {
    expect(from({ [HEADER]: address }), address).toBe('2001:db8:0:0::/64')
  }
  for (const [address, network] of [
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['2001::2:3:4:5:6', '2001:0:0:2::/64'],
    ['::2:3:4:5:6:7', '0:0:2:3::/64'],
    ['::2:3:4:5:192.0.2.7', '0:0:2:3::/64'],
    ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
  ] as const) {
    expect(from({ [HEADER]: address }), address).toBe(network)
  }
  expect(from({ [HEADER]: '64:ff9b::192.0.2.7' })).toBe('64:ff9b:0:0::/64')
})

test('readRateLimitSource returns "unknown" for a header that is not exactly one IP address', () => {
  const odd = ['', 'nonsense', '192.0.2', '192.0.2.7, 192.0.2.8', '192.0.2.7:80', '[2001:db8::1]', '192.0.2.7/8']
  for (const text of [
    ...odd,
    'fe80::1%eth0',
    '1::2::3',
    `${'1:'.repeat(200)}1`,
    "'; drop table",
    '::ffff:192.0.2.7x',
  ]) {
    expect(from({ [HEADER]: text }), text).toBe('unknown')
  }
})

test('readRateLimitSource reads the client IP address from the configured header on another platform', () => {
  expect(from({ [HEADER]: '198.51.100.1', 'x-real-ip': '192.0.2.7' }, 'x-real-ip')).toBe('192.0.2.7')
})
