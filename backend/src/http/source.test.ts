import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { sourceKey, sourceReader } from './source.ts'

function from(remoteAddress: string, headers: Record<string, string> = {}) {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

const unheard = () => {
  throw new Error('Nobody was to be warned.')
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, key) => {
  expect(sourceKey(address)).toBe(key)
})

test('an IPv4 address in IPv6 dress is the IPv4 address', () => {
  expect(sourceReader([], unheard)(from('::ffff:192.0.2.1'))).toBe('192.0.2.1')
})

test('a forwarding header of a stranger is ignored, and told once', () => {
  const peers: string[] = []
  const sourceOf = sourceReader(['10.0.0.0/8'], (peer) => peers.push(peer))
  expect(sourceOf(from('192.0.2.1', { 'x-forwarded-for': '198.51.100.9' }))).toBe('192.0.2.1')
  expect(sourceOf(from('192.0.2.2', { forwarded: 'for=198.51.100.9' }))).toBe('192.0.2.2')
  expect(peers).toEqual(['192.0.2.1'])
})

test('a trusted proxy names the client', () => {
  const sourceOf = sourceReader(['10.0.0.0/8', '2001:db8::1'], unheard)
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': '198.51.100.9' }))).toBe('198.51.100.9')
  expect(sourceOf(from('2001:db8::1', { 'x-forwarded-for': '2001:db8:5:6:7::8' }))).toBe('2001:db8:5:6::/64')
  expect(sourceOf(from('10.1.2.3'))).toBe('10.1.2.3')
})

test('what a client wrote in front of the proxies is hearsay', () => {
  const sourceOf = sourceReader(['10.0.0.0/8'], unheard)
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': '127.0.0.1, 198.51.100.9, 10.9.9.9' }))).toBe('198.51.100.9')
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': 'nonsense' }))).toBe('10.1.2.3')
  expect(sourceOf(from('10.1.2.3', { 'x-forwarded-for': '10.9.9.9' }))).toBe('10.1.2.3')
})
