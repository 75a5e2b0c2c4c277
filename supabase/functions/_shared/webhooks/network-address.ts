import { BlockList, isIP } from 'node:net'

/**
 * All IPv4 addresses, and the IPv6 range of public addresses. The other IPv6 addresses are loopback, link-local, unique local, multicast,
 * embedded IPv4, or unassigned.
 */
const PUBLIC = listOf('0.0.0.0/0', '2000::/3')

/**
 * Ranges within `PUBLIC` that no public host has: IANA's special-purpose address registries, and multicast. Teredo (in 2001::/23) and 6to4
 * addresses embed an IPv4 address, which a relay would connect to.
 */
const SPECIAL = listOf(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
)

/**
 * Returns whether a text is the IP address of a host on the public Internet. Returns false for any other text, also for an address with a
 * zone.
 */
export function isPublicAddress(text: string): boolean {
  return isInRanges(text, PUBLIC) && !isInRanges(text, SPECIAL)
}

/** Returns whether a text is an IP address in one of the ranges. Returns false for an address with a zone (`fe80::1%eth0`). */
export function isInRanges(text: string, ranges: BlockList): boolean {
  const version = isIP(text)
  return version !== 0 && !text.includes('%') && ranges.check(text, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Parses IP addresses and ranges such as 10.0.0.0/8. An IPv4 range also contains the IPv6 addresses that connect to its addresses:
 * IPv4-mapped ones, which BlockList adds itself, and those of NAT64 (RFC 6052). Returns null when a text is neither an address nor a range.
 */
export function parseNetworkRanges(texts: readonly string[]): BlockList | null {
  const ranges = new BlockList()
  for (const text of texts) {
    const [, address = '', prefix] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
    const version = isIP(address)
    const bits = version === 6 ? 128 : 32
    const length = Number(prefix ?? bits)
    if (version === 0 || length > bits) return null
    ranges.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
    if (version === 4) ranges.addSubnet(`64:ff9b::${address}`, 96 + length, 'ipv6')
  }
  return ranges
}

function listOf(...texts: string[]): BlockList {
  const ranges = parseNetworkRanges(texts)
  if (ranges === null) throw new Error(`One of ${texts} is not a range.`)
  return ranges
}
