import { isIPv4, isIPv6 } from 'node:net'

/** A range of IP addresses, such as 10.0.0.0/8. */
export type NetworkRange = { version: 4 | 6; first: bigint; prefix: number }

type Address = { version: 4 | 6; value: bigint }

/** IPv4 ranges that no public host has: IANA's special-purpose address registry, and multicast. */
const SPECIAL_IPV4 = ranges(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
)

/** The public range of IPv6. All others are loopback, link-local, unique local, multicast, embedded IPv4, or unassigned. */
const PUBLIC_IPV6 = ranges('2000::/3')

/**
 * Ranges within `PUBLIC_IPV6` that are not public hosts: IETF protocol assignments with Teredo, documentation, and 6to4. Teredo and 6to4
 * addresses embed an IPv4 address, which a relay would connect to.
 */
const SPECIAL_IPV6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

/** IPv6 ranges whose last 32 bits are the IPv4 address that a connection reaches: IPv4-mapped, and NAT64 (RFC 6052). */
const EMBEDDED_IPV4 = ranges('::ffff:0:0/96', '64:ff9b::/96')

/**
 * Returns whether a text is the IP address of a host on the public Internet. Returns false for a text that is not an IP address, and for an
 * address with a zone (`fe80::1%eth0`).
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === null) return false
  if (address.version === 4) return !isWithin(address, SPECIAL_IPV4)
  return isWithin(address, PUBLIC_IPV6) && !isWithin(address, SPECIAL_IPV6)
}

/** Returns whether an IP address is in one of the ranges. An IPv4-mapped or NAT64 address is compared as its embedded IPv4 address. */
export function isInRanges(text: string, allowed: readonly NetworkRange[]): boolean {
  const address = parseAddress(text)
  return address !== null && isWithin(address, allowed)
}

/** Parses an IP address or a range such as 10.0.0.0/8. Returns null when the text is neither. */
export function parseNetworkRange(text: string): NetworkRange | null {
  const [written = '', prefix, ...rest] = text.split('/')
  const address = readAddress(written)
  if (address === null || rest.length > 0) return null
  const most = address.version === 4 ? 32 : 128
  if (prefix === undefined) return { version: address.version, first: address.value, prefix: most }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > most) return null
  return { version: address.version, first: address.value, prefix: Number(prefix) }
}

function parseAddress(text: string): Address | null {
  const address = readAddress(text)
  if (address === null || !isWithin(address, EMBEDDED_IPV4)) return address
  return { version: 4, value: address.value & 0xffff_ffffn }
}

function readAddress(text: string): Address | null {
  if (isIPv4(text)) return { version: 4, value: joinGroups(text.split('.').map(Number), 8n) }
  if (!isIPv6(text) || text.includes('%')) return null
  return { version: 6, value: joinGroups(readGroups(text), 16n) }
}

/** Returns the eight 16-bit groups of an IPv6 address, with `::` filled in and a dotted IPv4 address at the end converted. */
function readGroups(text: string): number[] {
  const lastGroup = text.lastIndexOf(':') + 1
  const [a = 0, b = 0, c = 0, d = 0] = text.slice(lastGroup).split('.').map(Number)
  const plain = text.includes('.') ? `${text.slice(0, lastGroup)}${hex(a * 256 + b)}:${hex(c * 256 + d)}` : text
  const [head = '', tail] = plain.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

function hex(group: number): string {
  return group.toString(16)
}

function joinGroups(groups: readonly number[], bits: bigint): bigint {
  return groups.reduce((value, group) => (value << bits) | BigInt(group), 0n)
}

function isWithin(address: Address, among: readonly NetworkRange[]): boolean {
  return among.some(({ version, first, prefix }) => {
    const shift = BigInt((version === 4 ? 32 : 128) - prefix)
    return version === address.version && first >> shift === address.value >> shift
  })
}

function ranges(...written: readonly string[]): readonly NetworkRange[] {
  return written.map((text) => {
    const range = parseNetworkRange(text)
    if (range === null) throw new Error(`${text} is not a range.`)
    return range
  })
}
