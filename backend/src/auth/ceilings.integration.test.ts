import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '../http/errors.ts'
import { hasRoomFor, takeMail, takeMessage } from './ceilings.ts'
import { limitsUnderTest } from './limits-under-test.ts'
import type { Requester } from './requester.ts'

const KNOWN = 'owner@example.com'
const HOME = { source: '192.0.2.1', device: 'the owner’s browser at home' }

let under: Awaited<ReturnType<typeof limitsUnderTest>>
beforeAll(async () => {
  // Low, so that none fills again while a test runs on a busy machine.
  under = await limitsUnderTest({ AUTH_RATE_LIMIT_EMAIL_SENT: '24', AUTH_RATE_LIMIT_SMS_SENT: '16' })
  await under.account(KNOWN, HOME.device)
  return () => under.close()
})
beforeEach(async () => {
  await under.clear()
  under.reached.length = 0
})

const aStranger = (): Requester => ({ source: randomUUID(), device: randomUUID() })
const anAddress = () => `${randomUUID()}@example.com`
const addresses = [KNOWN, 'nobody@example.com']

/** The ceilings, and how each is taken from. */
const channels = [
  { channel: 'mails', take: takeMail, ceiling: 24, share: 10, ofAddress: 10 },
  { channel: 'messages', take: takeMessage, ceiling: 16, share: 10, ofAddress: 10 },
] as const

type Channel = (typeof channels)[number]

async function isSent({ take }: Channel, to: string, requester: Requester, kind = 'recovery'): Promise<boolean> {
  try {
    await take(under.auth, { kind, to, requester })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false
    throw error
  }
}

/** How many of so many requests are let through, a minute apart from each other but within the hour's counts. */
async function sent(times: number, request: (round: number) => Promise<boolean>): Promise<number> {
  let count = 0
  for (let round = 0; round < times; round++) count += (await request(round)) ? 1 : 0
  return count
}

test.each(channels)('one source gets its share of the hour’s $channel, and others go on', async (channel) => {
  const stranger = aStranger()
  expect(await sent(channel.share + 20, () => isSent(channel, anAddress(), stranger))).toBe(channel.share)
  expect(await isSent(channel, anAddress(), aStranger())).toBe(true)
  expect(await isSent(channel, KNOWN, HOME)).toBe(true)
  expect(under.reached).toEqual([])
})

test.each(channels)('the ceiling for all $channel stays the last line, and is reported', async (channel) => {
  expect(await sent(channel.ceiling, () => isSent(channel, anAddress(), aStranger()))).toBe(channel.ceiling)
  expect(under.reached).toEqual([])
  expect(await isSent(channel, anAddress(), aStranger())).toBe(false)
  expect(under.reached).toEqual([channel.channel])
})

test.each(channels)('what a share refuses takes nothing from the ceiling for all $channel', async (channel) => {
  const stranger = aStranger()
  await sent(channel.ceiling, () => isSent(channel, anAddress(), stranger))
  const left = channel.ceiling - channel.share
  expect(await sent(left + 5, () => isSent(channel, anAddress(), aStranger()))).toBe(left)
})

test.each(channels.flatMap((channel) => addresses.map((address) => ({ ...channel, address }))))(
  'one source that asks for $channel to $address all the time keeps no other from asking',
  async (channel) => {
    const stranger = aStranger()
    for (let minute = 0; minute < 120; minute++) {
      await isSent(channel, channel.address, stranger)
      if (minute % 15 === 0) expect(await isSent(channel, channel.address, aStranger())).toBe(true)
      await under.pass(60)
    }
  },
)

test.each(channels.flatMap((channel) => addresses.map((address) => ({ ...channel, address }))))(
  '$address gets one of the $channel a minute from a source, and a few an hour from all',
  async (channel) => {
    const { address } = channel
    const stranger = aStranger()
    expect(await sent(5, () => isSent(channel, address, stranger))).toBe(1)
    expect(await isSent(channel, address, stranger, 'confirmation')).toBe(true) // of another kind
    await under.clear()
    const kinds = Array.from({ length: 40 }, () => randomUUID())
    expect(await sent(40, (round) => isSent(channel, address, aStranger(), kinds[round]))).toBe(channel.ofAddress)
  },
)

test('a device that signed in before is mailed when strangers have used its address’s share up', async () => {
  const [mails] = channels
  await sent(40, () => isSent(mails, KNOWN, aStranger(), randomUUID()))
  expect(await isSent(mails, KNOWN, aStranger())).toBe(false)
  expect(await isSent(mails, KNOWN, HOME)).toBe(true)
})

test.each(channels)(
  'an address that waits to become somebody’s gets no more $channel than any other',
  async (channel) => {
    const name = channel.channel === 'mails' ? 'mail' : 'sms'
    const to = anAddress()
    const kinds = Array.from({ length: 40 }, () => randomUUID())
    const hasRoom = (kind: string) => hasRoomFor(under.auth, name, { kind, to }, under.auth.db.kysely)
    expect(await sent(40, (round) => hasRoom(kinds[round] ?? ''))).toBe(channel.ofAddress)
    expect(await isSent(channel, to, aStranger())).toBe(false)
    await under.clear()
    expect(await sent(40, () => hasRoom('a change'))).toBe(5)
  },
)
