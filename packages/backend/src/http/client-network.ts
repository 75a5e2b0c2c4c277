import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { addAddressRange } from '../config-values.ts'

/** Returns the client's IP network for a request, which rate limits count by. */
export type ClientNetworkResolver = (request: IncomingMessage) => string

/**
 * Creates the function that determines the client's IP network. `X-Forwarded-For` is used only when the peer is one of `trustedProxies`
 * (addresses or ranges), because other clients could forge the header and evade every rate limit. `onUntrusted` is called once, for the first
 * forwarding header from another peer: either a forgery, or a proxy that is not configured.
 */
export function createClientNetworkResolver(
  trustedProxies: readonly string[],
  onUntrusted: (peer: string) => void,
): ClientNetworkResolver {
  const isTrusted = createTrustedProxyMatcher(trustedProxies)
  let hasWarned = false
  return (request) => {
    const peer = stripPort(request.socket.remoteAddress ?? '')
    const forwarded = request.headers['x-forwarded-for']
    if (forwarded === undefined && request.headers.forwarded === undefined) return getClientNetworkKey(peer)
    if (!isTrusted(peer)) {
      if (!hasWarned) onUntrusted(peer)
      hasWarned = true
      return getClientNetworkKey(peer)
    }
    return getClientNetworkKey(lastUntrusted(String(forwarded ?? ''), isTrusted) ?? peer)
  }
}

/**
 * Returns the key that rate limits count an IP address by: an IPv4 address, or the /64 prefix of an IPv6 address, because one household has
 * a whole /64.
 */
export function getClientNetworkKey(address: string): string {
  if (isIP(address) !== 6) return address
  return `${firstGroups(address).join(':')}::/64`
}

/** A network that contains a client, and how many times the allowance of a source it has for each limit. */
export type NetworkAllowance = { network: string; times: number }

/**
 * Returns the networks that every limit counts a client by, from narrow to wide: its own (the "source", from `getClientNetworkKey`), an IPv6
 * /56 with four times the allowance, and an IPv6 /48 or IPv4 /24 with eight times. Providers give a /56 or /48 to anybody, so a limit of
 * sources alone has no effect there. Limits that an application keeps in the database should have the same numbers.
 */
export function getNetworksAround(source: string): NetworkAllowance[] {
  const own = { network: source, times: 1 }
  if (isIP(source) === 4) return [own, { network: `${source.replace(/\.\d+$/, '.0')}/24`, times: 8 }]
  if (!source.endsWith('::/64')) return [own]
  const [first, second, third, fourth = ''] = source.slice(0, -'::/64'.length).split(':')
  const middle = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    own,
    { network: `${first}:${second}:${third}:${middle}::/56`, times: 4 },
    { network: `${first}:${second}:${third}::/48`, times: 8 },
  ]
}

/**
 * Returns the last address in an `X-Forwarded-For` header that is not a trusted proxy. Proxies append to the header, and the client may
 * have forged the addresses before.
 */
function lastUntrusted(header: string, isTrusted: (address: string) => boolean): string | null {
  const hops = header.split(',').map((hop) => stripPort(hop.trim()))
  const client = hops.findLast((hop) => !isTrusted(hop))
  return client !== undefined && isIP(client) !== 0 ? client : null
}

/** Returns an IP address without a port. Some proxies append the port, with brackets or quotes as in `Forwarded` (RFC 7239, section 6). */
export function stripPort(written: string): string {
  const unquoted = /^"([^"]*)"$/.exec(written)?.[1] ?? written
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(unquoted) ?? []
  const address = inBrackets ?? beforePort ?? unquoted
  const bare = isIP(address) === 6 ? address.replace(/%.*/, '') : address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  return mapped?.[1] ?? bare
}

/** Creates a function that tests whether an IP address is in a list of trusted proxies (addresses or ranges). */
export function createTrustedProxyMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) addAddressRange(list, range)
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Returns the first four of the eight groups of an IPv6 address. An embedded IPv4 address counts as two groups. */
function firstGroups(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail.split(':')
  const written = before.length + after.length + (tail.includes('.') ? 1 : 0)
  const zeros = Array<string>(Math.max(0, 8 - written)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
}
