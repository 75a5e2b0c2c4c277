import type { Auth } from './auth.ts'
import { authErrors } from './errors.ts'
import { isKnownDevice } from './known-devices.ts'
import { spaced } from './limits.ts'
import { type Db, type Rate, takeFromBucket } from './rate-limit.ts'
import type { Requester } from './requester.ts'

/*
 * Mails and text messages have a ceiling an hour in all, which every stranger could use up for everybody else. So each
 * request takes from several counts, those of its source first, and a request that one of them refuses takes nothing from
 * the counts after it. An address is counted alike whether it has an account or not.
 *
 *   source + address + kind   one in AUTH_…_MAX_FREQUENCY
 *   source                    a tenth of the ceiling an hour
 *   source + address          a fiftieth
 *   address + kind            five at once, then one in AUTH_…_MAX_FREQUENCY
 *   address                   a twenty-fifth an hour
 *   in all                    the ceiling; reaching it is told to the operator
 *
 * Those of the address do not count for a device that has signed in to the account before. The shares of a low ceiling
 * are ten, or the ceiling where that is lower: people press a button more than once.
 */
const HOUR = 3600
const SMALLEST_SHARE = 10

/** What counting needs of the auth service. */
type Parts = Pick<Auth, 'db' | 'secrets' | 'config' | 'ceilingReached'>

const channels = {
  mail: {
    all: 'mails',
    settings: (auth: Parts) => ({ spacing: auth.config.email.maxFrequency, most: auth.config.rateLimits.emailSent }),
    refuse: authErrors.tooManyMails,
  },
  sms: {
    all: 'messages',
    settings: (auth: Parts) => ({ spacing: auth.config.sms.maxFrequency, most: auth.config.rateLimits.smsSent }),
    refuse: authErrors.tooManyMessages,
  },
} as const

/** Something to send: what for, to which address or number, and who asked for it. */
export type Sending = { kind: string; to: string; requester: Requester }

/** Counts a mail that may be sent, or refuses it with 429. Counts the ones to unknown addresses too. */
export function takeMail(auth: Parts, sending: Sending, db: Db = auth.db.kysely): Promise<void> {
  return take(auth, 'mail', sending, db)
}

/** The same for a text message. */
export function takeMessage(auth: Parts, sending: Sending): Promise<void> {
  return take(auth, 'sms', sending, auth.db.kysely)
}

/**
 * Counts what goes to another address than the one that was asked about: to that of a change which waits. False where it
 * has had its share. Refuses nothing, and takes nothing from who asked: either would tell of the change.
 */
export async function hasRoomFor(
  auth: Parts,
  name: keyof typeof channels,
  { kind, to }: Omit<Sending, 'requester'>,
  db: Db,
): Promise<boolean> {
  const { spacing, most } = channels[name].settings(auth)
  const counts = [
    ...(spacing === 0 ? [] : [{ what: spacedFor(name, kind, to), rate: { limit: 5, seconds: 5 * spacing } }]),
    { what: shareFor(name, to), rate: { limit: shareOf(most, 25), seconds: HOUR } },
  ]
  for (const { what, rate } of counts) {
    if ((await takeFromBucket(db, auth.secrets.countingKey(what), rate)) > 0) return false
  }
  return true
}

const spacedFor = (name: string, kind: string, to: string) => `${name} ${kind} ${to}`
const shareFor = (name: string, to: string) => `${name} to ${to}`

async function take(auth: Parts, name: keyof typeof channels, { kind, to, requester }: Sending, db: Db): Promise<void> {
  const { all, settings, refuse } = channels[name]
  const { spacing, most } = settings(auth)
  const { source } = requester
  const takeOne = (what: string, rate: Rate) => takeFromBucket(db, auth.secrets.countingKey(what), rate)
  const takeSpaced = async (what: string, times: number) => {
    const wait = spacing === 0 ? 0 : await takeOne(what, { limit: times, seconds: times * spacing })
    if (wait > 0) throw refuse(spaced(wait))
  }
  const takeShare = async (what: string, limit: number) => {
    const wait = await takeOne(what, { limit, seconds: HOUR })
    if (wait === 0) return
    if (what === all) auth.ceilingReached(all)
    throw refuse({ headers: { 'retry-after': String(wait) } })
  }
  const ofAddress = shareOf(most, 25)

  await takeSpaced(`${name} ${kind} ${to} ${source}`, 1)
  await takeShare(`${name} from ${source}`, shareOf(most, 10))
  await takeShare(`${name} to ${to} from ${source}`, Math.ceil(ofAddress / 2))
  if (!(await isKnownDevice(db, to, requester))) {
    await takeSpaced(spacedFor(name, kind, to), 5)
    await takeShare(shareFor(name, to), ofAddress)
  }
  await takeShare(all, most)
}

function shareOf(most: number, part: number): number {
  return Math.max(Math.min(most, SMALLEST_SHARE), Math.ceil(most / part))
}
