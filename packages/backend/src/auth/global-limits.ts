import type { Db } from '../database/port/tables.ts'
import type { AuthDependencies } from './auth.ts'
import { authErrors } from './errors.ts'
import { isKnownDevice } from './known-devices.ts'
import {
  computeShare,
  consumeRateLimits,
  createSourceBuckets,
  getRateLimitWaitSeconds,
  type RateLimit,
  type RateLimitBucket,
  readRateLimitTokens,
} from './rate-limit.ts'
import type { RateLimitClient } from './requester.ts'
import { createRetryAfterDetails } from './route-rate-limits.ts'

/*
 * A global hourly rate limit applies to mails and another one to text messages. One attacker must not be able to exhaust these limits for
 * all users. So each request for a mail or text message takes a token from several token buckets, in the order below: "source" is the
 * client's IPv4 address or IPv6 /64 network, with the wider limits of `getNetworksAround`, "address" the recipient's e-mail address or phone
 * number, "kind" the purpose of the message. When a bucket is empty, the request is rejected and takes no token from the later buckets. The
 * limits are the same for addresses with and without an account.
 *
 *   source + address + kind   one in AUTH_…_MAX_FREQUENCY; half of what is left of "address + kind"
 *   source                    a tenth of the global limit per hour; half of what is left of it
 *   source + address          a fiftieth per hour; half of what is left of "address"
 *   address + kind            a burst of five, then one in AUTH_…_MAX_FREQUENCY
 *   address                   a twenty-fifth per hour
 *   global                    the global limit; the operator is alerted when it is reached
 *
 * The buckets "address + kind" and "address" do not apply to a device that has signed in to the account before. Because people press a
 * button more than once, the limits of "source" and "address" are at least ten, or the whole global limit when that is lower; the limit of
 * "source + address" is half of the limit of "address".
 *
 * A request that sends nothing, such as the recovery of an unknown address, takes its last token from a second global bucket ("unsent"),
 * which refuses nobody, and is refused while the global bucket is empty. For the shares, what is left is the global limit less the tokens
 * taken from both, so that no client's share reveals whether a mail was sent.
 */
const HOUR = 3600
const SMALLEST_SHARE = 10

/** The parts of `AuthDependencies` that the rate limits on mails and text messages use. */
type Dependencies = Pick<AuthDependencies, 'db' | 'secrets' | 'config' | 'globalLimitReached'>

const channels = {
  mail: {
    globalKey: 'mails',
    settings: (auth: Dependencies) => ({
      spacing: auth.config.email.maxFrequency,
      hourlyLimit: auth.config.rateLimits.emailSent,
    }),
    refuse: authErrors.tooManyMails,
  },
  sms: {
    globalKey: 'messages',
    settings: (auth: Dependencies) => ({
      spacing: auth.config.sms.maxFrequency,
      hourlyLimit: auth.config.rateLimits.smsSent,
    }),
    refuse: authErrors.tooManyMessages,
  },
} as const

type ChannelName = keyof typeof channels

/** A mail or text message: its purpose and the recipient's e-mail address or phone number. */
export type MailOrSms = { kind: string; to: string }

/** A mail or text message that a client requested, and whether one will be sent, which the client must not learn. */
export type RequestedMailOrSms = MailOrSms & { requester: RateLimitClient; isSent: boolean }

/**
 * Counts a confirmation that is sent again to the new e-mail address or phone number of a pending change, which differs from the one in the
 * request. Returns false when that recipient's limit is reached. Never throws and takes no token from the buckets of the client, because
 * either would reveal that a change is pending.
 */
export async function countResentMessageIfAllowed(
  auth: Dependencies,
  name: ChannelName,
  message: MailOrSms,
  db: Db,
): Promise<boolean> {
  const { spaced, hourly } = addressBuckets(auth, name, message)
  return (await consumeRateLimits(db, [...spaced, hourly])) === null
}

/**
 * Counts a mail or text message against its rate limits, or throws 429 when one is reached. Also called for an address or number without an
 * account, so that the limits do not reveal which have one.
 */
export async function enforceMessageLimit(
  auth: Dependencies,
  name: ChannelName,
  { requester, isSent, ...message }: RequestedMailOrSms,
  db: Db = auth.db.kysely,
): Promise<void> {
  const { globalKey, settings, refuse } = channels[name]
  const { spacing, hourlyLimit } = settings(auth)
  const { kind, to } = message
  const { source } = requester
  const key = (what: string) => auth.secrets.countingKey(what)
  const sent = { key: key(globalKey), rate: { limit: hourlyLimit, seconds: HOUR } }
  const unsent = { ...sent, key: key(`${globalKey} unsent`) }
  const { spaced, hourly } = addressBuckets(auth, name, message)
  const [leftSent = 0, leftUnsent = 0, leftHourly = 0, leftSpaced = 0] = await readRateLimitTokens(db, [
    sent,
    unsent,
    hourly,
    ...spaced,
  ])
  const fromSource = (what: string, rate: RateLimit, left: number) =>
    createSourceBuckets(source, rate, (network) => key(`${name} ${what} from ${network}`), computeShare(left))

  const spacedFromSource = spaced.flatMap(() => fromSource(`${kind} ${to}`, { limit: 1, seconds: spacing }, leftSpaced))
  const buckets = [
    ...spacedFromSource,
    ...fromSource('any', { limit: shareOf(hourlyLimit, 10), seconds: HOUR }, leftSent + leftUnsent - hourlyLimit),
    ...fromSource(`to ${to}`, { limit: Math.ceil(hourly.rate.limit / 2), seconds: HOUR }, leftHourly),
    ...((await isKnownDevice(db, to, requester)) ? [] : [...spaced, hourly]),
  ]
  const empty = await consumeRateLimits(db, isSent ? [...buckets, sent] : buckets)
  const emptyBucket = empty === null ? undefined : buckets[empty.place]
  if (empty !== null && emptyBucket !== undefined) {
    const isTooSoon = [...spacedFromSource, ...spaced].includes(emptyBucket)
    throw refuse(isTooSoon ? createRetryAfterDetails(empty.wait) : { headers: { 'retry-after': String(empty.wait) } })
  }
  const wait = isSent ? (empty?.wait ?? 0) : await getRateLimitWaitSeconds(db, [sent])
  if (wait > 0) {
    auth.globalLimitReached(globalKey)
    throw refuse({ headers: { 'retry-after': String(wait) } })
  }
  if (!isSent) await consumeRateLimits(db, [unsent])
}

/** Returns the buckets "address + kind" (none without a minimum interval between messages) and "address". */
function addressBuckets(auth: Dependencies, name: ChannelName, { kind, to }: MailOrSms) {
  const { spacing, hourlyLimit } = channels[name].settings(auth)
  const bucketOf = (what: string, limit: number, seconds: number): RateLimitBucket => ({
    key: auth.secrets.countingKey(`${name} ${what}`),
    rate: { limit, seconds },
  })
  return {
    spaced: spacing === 0 ? [] : [bucketOf(`${kind} ${to}`, 5, 5 * spacing)],
    hourly: bucketOf(`to ${to}`, shareOf(hourlyLimit, 25), HOUR),
  }
}

function shareOf(hourlyLimit: number, part: number): number {
  return Math.max(Math.min(hourlyLimit, SMALLEST_SHARE), Math.ceil(hourlyLimit / part))
}
