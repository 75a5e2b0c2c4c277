import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestRateLimits } from '../../test/test-rate-limits.ts'
import { Refusal } from '../http/errors.ts'
import { countResentMessageIfAllowed, enforceMessageLimit } from './global-limits.ts'
import type { RateLimitClient } from './requester.ts'

const KNOWN = 'owner@example.com'
const HOME = { source: '192.0.2.1', device: 'the owner’s browser at home' }

let under: Awaited<ReturnType<typeof createTestRateLimits>>
beforeAll(async () => {
  // The configured hourly limits are low, because a token bucket with a high limit would regain tokens while a test runs on a busy machine.
  under = await createTestRateLimits({ AUTH_RATE_LIMIT_EMAIL_SENT: '24', AUTH_RATE_LIMIT_SMS_SENT: '16' })
  await under.account(KNOWN, HOME.device)
  return () => under.close()
})
beforeEach(async () => {
  await under.clear()
  under.reached.length = 0
})

const anUnknownDevice = (): RateLimitClient => ({ source: randomUUID(), device: randomUUID() })
const anAddress = () => `${randomUUID()}@example.com`
const addresses = [KNOWN, 'nobody@example.com']

/**
 * The two global rate limits (mails and text messages), with their expected limits.
 */
const channels = [
  { channel: 'mails', name: 'mail', globalLimit: 24, share: 10, ofAddress: 10 },
  { channel: 'messages', name: 'sms', globalLimit: 16, share: 8, ofAddress: 10 },
] as const

type Channel = (typeof channels)[number]

async function isAllowed(
  { name }: Channel,
  to: string,
  requester: RateLimitClient,
  kind = 'recovery',
  isSent = true,
): Promise<boolean> {
  try {
    await enforceMessageLimit(under.auth, name, { kind, to, requester, isSent })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false
    throw error
  }
}

/** Makes the given number of attempts one after the other. Returns how many of them the rate limits allowed. */
async function countAllowed(times: number, attempt: (round: number) => Promise<boolean>): Promise<number> {
  let count = 0
  for (let round = 0; round < times; round++) count += (await attempt(round)) ? 1 : 0
  return count
}

test.each(channels)(
  'one client IP address is limited to its share of the hourly $channel, and other client IP addresses are not blocked',
  async (channel) => {
    const attacker = anUnknownDevice()
    expect(await countAllowed(channel.share + 20, () => isAllowed(channel, anAddress(), attacker))).toBe(channel.share)
    expect(await isAllowed(channel, anAddress(), anUnknownDevice())).toBe(true)
    expect(await isAllowed(channel, KNOWN, HOME)).toBe(true)
    expect(under.reached).toEqual([])
  },
)

test.each(channels)('requests for $channel beyond the global rate limit are refused and reported', async (channel) => {
  expect(await countAllowed(channel.globalLimit, () => isAllowed(channel, anAddress(), anUnknownDevice()))).toBe(
    channel.globalLimit,
  )
  expect(under.reached).toEqual([])
  expect(await isAllowed(channel, anAddress(), anUnknownDevice())).toBe(false)
  expect(under.reached).toEqual([channel.channel])
})

test.each(channels)(
  'requests for $channel refused by the limit of one client IP address take nothing from the global rate limit',
  async (channel) => {
    const attacker = anUnknownDevice()
    await countAllowed(channel.globalLimit, () => isAllowed(channel, anAddress(), attacker))
    const left = channel.globalLimit - channel.share
    expect(await countAllowed(left + 5, () => isAllowed(channel, anAddress(), anUnknownDevice()))).toBe(left)
  },
)

test.each(channels.flatMap((channel) => addresses.map((address) => ({ ...channel, address }))))(
  'a client IP address that requests $channel to $address for two hours does not block other client IP addresses',
  async (channel) => {
    const attacker = anUnknownDevice()
    for (let minute = 0; minute < 120; minute++) {
      await isAllowed(channel, channel.address, attacker)
      if (minute % 15 === 0) expect(await isAllowed(channel, channel.address, anUnknownDevice())).toBe(true)
      await under.pass(60)
    }
  },
)

test.each(channels.flatMap((channel) => addresses.map((address) => ({ ...channel, address }))))(
  '$channel to $address are limited to one a minute per client IP address, and to an hourly total for all of them',
  async (channel) => {
    const { address } = channel
    const attacker = anUnknownDevice()
    expect(await countAllowed(5, () => isAllowed(channel, address, attacker))).toBe(1)
    // each kind of mail to an address has a token bucket of its own
    expect(await isAllowed(channel, address, attacker, 'confirmation')).toBe(true)
    await under.clear()
    const kinds = Array.from({ length: 40 }, () => randomUUID())
    expect(await countAllowed(40, (round) => isAllowed(channel, address, anUnknownDevice(), kinds[round]))).toBe(
      channel.ofAddress,
    )
  },
)

test('a known device can still request a mail after unknown devices used up the hourly limit of its e-mail address', async () => {
  const [mails] = channels
  await countAllowed(40, () => isAllowed(mails, KNOWN, anUnknownDevice(), randomUUID()))
  expect(await isAllowed(mails, KNOWN, anUnknownDevice())).toBe(false)
  expect(await isAllowed(mails, KNOWN, HOME)).toBe(true)
})

test.each(channels)(
  '$channel to the new address of a pending change count towards the usual limit of that address',
  async (channel) => {
    const name = channel.channel === 'mails' ? 'mail' : 'sms'
    const to = anAddress()
    const kinds = Array.from({ length: 40 }, () => randomUUID())
    const hasQuota = (kind: string) => countResentMessageIfAllowed(under.auth, name, { kind, to }, under.auth.db.kysely)
    expect(await countAllowed(40, (round) => hasQuota(kinds[round] ?? ''))).toBe(channel.ofAddress)
    expect(await isAllowed(channel, to, anUnknownDevice())).toBe(false)
    await under.clear()
    expect(await countAllowed(40, () => hasQuota('a change'))).toBe(5)
  },
)

/** Returns the source of a client in the IPv6 network 2001:db8:1::/48, each in a /56 of its own. */
const inOneNetwork = (n: number): RateLimitClient => ({
  source: `2001:db8:1:${(n << 8).toString(16)}::/64`,
  device: randomUUID(),
})

test.each(channels.flatMap((channel) => [true, false].map((isSent) => ({ ...channel, isSent }))))(
  'twelve networks of one /48 that request $channel (sent: $isSent) cannot exhaust the hourly limit: the next twelve networks are served',
  async ({ isSent, ...channel }) => {
    for (let n = 0; n < 12; n++)
      await countAllowed(25, () => isAllowed(channel, anAddress(), inOneNetwork(n), 'recovery', isSent))
    const served = await countAllowed(isSent ? 6 : 12, () => isAllowed(channel, anAddress(), anUnknownDevice()))
    expect(served).toBe(isSent ? 6 : 12)
    expect(under.reached).toEqual([])
  },
)

test.each(channels)(
  'a request that sends no $channel takes the same tokens from a client as one that sends some, and is refused with the global limit',
  async (channel) => {
    const counts: number[] = []
    for (const isSent of [true, false]) {
      const who = anUnknownDevice()
      counts.push(await countAllowed(30, () => isAllowed(channel, anAddress(), who, 'recovery', isSent)))
      // The other clients' shares do not reveal either which of the two were sent.
      const next = anUnknownDevice()
      counts.push(await countAllowed(30, () => isAllowed(channel, anAddress(), next)))
      await under.clear()
    }
    expect(counts.slice(2)).toEqual(counts.slice(0, 2))
    await countAllowed(60, () => isAllowed(channel, anAddress(), anUnknownDevice()))
    for (const isSent of [true, false])
      expect(await isAllowed(channel, anAddress(), anUnknownDevice(), 'recovery', isSent)).toBe(false)
  },
)

test.each(channels)('a source gets a share of the $channel that are left, down to one', async (channel) => {
  const shares: number[] = []
  for (let round = 0; round < 5; round++) {
    const who = anUnknownDevice()
    shares.push(await countAllowed(channel.share + 5, () => isAllowed(channel, anAddress(), who)))
  }
  expect(shares[0]).toBeGreaterThan(shares[1] ?? 0)
  expect(shares.at(-1)).toBeGreaterThanOrEqual(1)
})
