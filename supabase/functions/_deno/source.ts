import { isIPv4, isIPv6 } from 'node:net'

/** The rate-limit key of requests without a valid client IP address. All such requests share one limit. */
const UNKNOWN_SOURCE = 'unknown'

/**
 * Returns the rate-limit key of a request: the client's IPv4 address, or the /64 network of its IPv6 address. The address is read from a
 * header that the platform overwrites in every request. `X-Forwarded-For` is not used: proxies append to it, so the client can forge its
 * first address. Any value other than a single address counts as unknown.
 */
export function readRateLimitSource(headers: Headers, header: string): string {
  const address = headers.get(header) ?? ''
  if (isIPv4(address)) return address
  return isIPv6(address) && !address.includes('%') ? networkOf(address) : UNKNOWN_SOURCE
}

/** Returns the /64 network of an IPv6 address in a canonical notation, so that each network has one rate-limit key. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail?.split(':') ?? []
  // A trailing dotted IPv4 address counts as two groups. It is never part of the first four groups, the /64 network.
  const length = before.length + after.length + (address.includes('.') ? 1 : 0)
  const groups = [...before, ...Array<string>(8 - length).fill('0'), ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
