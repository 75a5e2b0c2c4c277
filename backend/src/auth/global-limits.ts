import type { AuthDependencies } from './auth.ts'
import { authErrors } from './errors.ts'
import { isKnownDevice } from './known-devices.ts'
import { consumeRateLimit, type RateLimit, type RateLimitDatabase } from './rate-limit.ts'
import type { RateLimitClient } from './requester.ts'
import { createRetryAfterDetails } from './route-rate-limits.ts'

/*
 * A global hourly rate limit applies to mails and another one to text messages. One attacker must not be able to exhaust these limits for
 * all users. So each request for a mail or text message takes a token from several token buckets, in the order below: "source" is the
 * client's IPv4 address or IPv6 /64 network, "address" the recipient's e-mail address or phone number, "kind" the purpose of the message.
 * When a bucket is empty, the request is rejected and takes no token from the later buckets. The limits are the same for addresses with
 * and without an account.
 *
 *   source + address + kind   one in AUTH_…_MAX_FREQUENCY
 *   source                    a tenth of the global limit per hour
 *   source + address          a fiftieth per hour
 *   address + kind            a burst of five, then one in AUTH_…_MAX_FREQUENCY
 *   address                   a twenty-fifth per hour
 *   global                    the global limit; the operator is alerted when it is reached
 *
 * The buckets "address + kind" and "address" do not apply to a device that has signed in to the account before. Because people press a
 * button more than once, the limits of "source" and "address" are at least ten, or the whole global limit when that is lower; the limit of
 * "source + address" is half of the limit of "address".
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

/** A mail or text message to send: its purpose, the recipient's e-mail address or phone number, and the client that requested it. */
export type OutgoingMailOrSms = { kind: string; to: string; requester: RateLimitClient }

/**
 * Counts a mail against its rate limits, or throws 429 when one is reached. Also called for e-mail addresses without an account, so that
 * the limits do not reveal which addresses have one.
 */
export function enforceMailLimit(
  auth: Dependencies,
  sending: OutgoingMailOrSms,
  db: RateLimitDatabase = auth.db.kysely,
): Promise<void> {
  return takeFromAllLimits(auth, 'mail', sending, db)
}

/** Counts a text message against its rate limits, or throws 429 when one is reached. */
export function enforceSmsLimit(auth: Dependencies, sending: OutgoingMailOrSms): Promise<void> {
  return takeFromAllLimits(auth, 'sms', sending, auth.db.kysely)
}

/**
 * Counts a confirmation that is sent again to the new e-mail address or phone number of a pending change, which differs from the one in the
 * request. Returns false when that recipient's limit is reached. Never throws and takes no token from the buckets of the client, because
 * either would reveal that a change is pending.
 */
export async function countResentMessageIfAllowed(
  auth: Dependencies,
  name: keyof typeof channels,
  { kind, to }: Omit<OutgoingMailOrSms, 'requester'>,
  db: RateLimitDatabase,
): Promise<boolean> {
  const { spacing, hourlyLimit } = channels[name].settings(auth)
  const counts = [
    ...(spacing === 0 ? [] : [{ what: spacingKey(name, kind, to), rate: { limit: 5, seconds: 5 * spacing } }]),
    { what: shareKey(name, to), rate: { limit: shareOf(hourlyLimit, 25), seconds: HOUR } },
  ]
  for (const { what, rate } of counts) {
    if ((await consumeRateLimit(db, auth.secrets.countingKey(what), rate)) > 0) return false
  }
  return true
}

const spacingKey = (name: string, kind: string, to: string) => `${name} ${kind} ${to}`
const shareKey = (name: string, to: string) => `${name} to ${to}`

async function takeFromAllLimits(
  auth: Dependencies,
  name: keyof typeof channels,
  { kind, to, requester }: OutgoingMailOrSms,
  db: RateLimitDatabase,
): Promise<void> {
  const { globalKey, settings, refuse } = channels[name]
  const { spacing, hourlyLimit } = settings(auth)
  const { source } = requester
  const takeOne = (what: string, rate: RateLimit) => consumeRateLimit(db, auth.secrets.countingKey(what), rate)
  const takeSpaced = async (what: string, times: number) => {
    const wait = spacing === 0 ? 0 : await takeOne(what, { limit: times, seconds: times * spacing })
    if (wait > 0) throw refuse(createRetryAfterDetails(wait))
  }
  const takeShare = async (what: string, limit: number) => {
    const wait = await takeOne(what, { limit, seconds: HOUR })
    if (wait === 0) return
    if (what === globalKey) auth.globalLimitReached(globalKey)
    throw refuse({ headers: { 'retry-after': String(wait) } })
  }
  const ofAddress = shareOf(hourlyLimit, 25)

  await takeSpaced(`${name} ${kind} ${to} ${source}`, 1)
  await takeShare(`${name} from ${source}`, shareOf(hourlyLimit, 10))
  await takeShare(`${name} to ${to} from ${source}`, Math.ceil(ofAddress / 2))
  if (!(await isKnownDevice(db, to, requester))) {
    await takeSpaced(spacingKey(name, kind, to), 5)
    await takeShare(shareKey(name, to), ofAddress)
  }
  await takeShare(globalKey, hourlyLimit)
}

function shareOf(hourlyLimit: number, part: number): number {
  return Math.max(Math.min(hourlyLimit, SMALLEST_SHARE), Math.ceil(hourlyLimit / part))
}
