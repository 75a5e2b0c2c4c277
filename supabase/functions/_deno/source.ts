import { isIPv4, isIPv6 } from 'node:net'

/** What limits count by when the platform did not say where a request came from. All such requests share one limit. */
const UNKNOWN_SOURCE = 'unknown'

/**
 * Returns the network that limits count by: an IPv4 address, or the /64 of an IPv6 one. It is read from the one header that
 * the platform overwrites with every request. `X-Forwarded-For` is not used: proxies append to it, so its first address is
 * whatever the client wrote. Anything but one address counts as unknown.
 */
export function sourceOf(headers: Headers, header: string): string {
  const address = headers.get(header) ?? ''
  if (isIPv4(address)) return address
  return isIPv6(address) && !address.includes('%') ? networkOf(address) : UNKNOWN_SOURCE
}

/** The first 64 bits of an IPv6 address, written in one way only. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail?.split(':') ?? []
  // An IPv4 address at the end takes the room of two groups; it never reaches into the first four.
  const length = before.length + after.length + (address.includes('.') ? 1 : 0)
  const groups = [...before, ...Array<string>(8 - length).fill('0'), ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
