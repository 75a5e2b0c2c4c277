import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Tells which network a request comes from, for counting. */
export type SourceReader = (request: IncomingMessage) => string

/**
 * Makes the reader. `X-Forwarded-For` counts only when the peer is one of `trustedProxies` (addresses or ranges):
 * anybody else could write what they like there and escape every limit. `onUntrusted` is called once, the first time
 * a forwarding header comes from another peer: then either somebody tries just that, or a proxy was not configured.
 */
export function sourceReader(trustedProxies: readonly string[], onUntrusted: (peer: string) => void): SourceReader {
  const isTrusted = trustedPeers(trustedProxies)
  let hasWarned = false
  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    const forwarded = request.headers['x-forwarded-for']
    if (forwarded === undefined && request.headers.forwarded === undefined) return sourceKey(peer)
    if (!isTrusted(peer)) {
      if (!hasWarned) onUntrusted(peer)
      hasWarned = true
      return sourceKey(peer)
    }
    return sourceKey(lastUntrusted(String(forwarded ?? ''), isTrusted) ?? peer)
  }
}

/** The key a source is counted under: an IPv4 address, or the /64 of an IPv6 address, because one household has a whole /64. */
export function sourceKey(address: string): string {
  if (isIP(address) !== 6) return address
  return `${firstGroups(address).join(':')}::/64`
}

/** Proxies append, so the nearest address that is not one of ours is the client; what stands before it is hearsay. */
function lastUntrusted(header: string, isTrusted: (address: string) => boolean): string | null {
  const hops = header.split(',').map((hop) => plainAddress(hop.trim()))
  const client = hops.findLast((hop) => !isTrusted(hop))
  return client !== undefined && isIP(client) !== 0 ? client : null
}

/** The address alone: some proxies write the port with it, in brackets or quotes as `Forwarded` has them (RFC 7239 section 6). */
export function plainAddress(written: string): string {
  const unquoted = /^"([^"]*)"$/.exec(written)?.[1] ?? written
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(unquoted) ?? []
  const address = inBrackets ?? beforePort ?? unquoted
  const bare = isIP(address) === 6 ? address.replace(/%.*/, '') : address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  return mapped?.[1] ?? bare
}

/** Makes the function that says whether an address is one of the trusted proxies (addresses or ranges). */
export function trustedPeers(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** The first four of the eight groups of an IPv6 address. An IPv4 address that it ends with stands for two. */
function firstGroups(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail.split(':')
  const written = before.length + after.length + (tail.includes('.') ? 1 : 0)
  const zeros = Array<string>(Math.max(0, 8 - written)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
}
