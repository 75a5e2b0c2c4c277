import { maskPersonalData } from '../http/log.ts'
import { withKeyedLock } from '../keyed-lock.ts'
import type { Auth } from './auth.ts'
import { isKnownDevice } from './known-devices.ts'
import { tooManyRequests } from './limits.ts'
import { giveBack, type Rate, secondsUntilOne, takeFromBucket, wasUsedWithin } from './rate-limit.ts'
import type { Requester } from './requester.ts'

/*
 * Guesses at passwords and codes are slowed down by several counts (docs/decisions/0030). A wrong guess costs one of
 * each that applies. No count that one source can use up stops another source:
 *
 *   address + source   5, then one in 20 seconds; 20 an hour
 *   source             100 in five minutes, whatever the address
 *   address            20, then one in 20 seconds; stops only sources that were wrong for it within the hour
 *   address            1,000 an hour; stops every source that has not signed in to the account before
 *
 * A device that has signed in to the account before has counts of its own (the first row) and none of the others.
 */
const HOUR = 3600
const WRONG_PASSWORDS = {
  burst: { limit: 5, seconds: 100 },
  hourly: { limit: 20, seconds: HOUR },
  source: { limit: 100, seconds: 300 },
  repeated: { limit: 20, seconds: 400 },
  everywhere: { limit: 1000, seconds: HOUR },
} as const satisfies Record<string, Rate>

/** A code dies of twenty wrong guesses, of which one source gets ten. */
const WRONG_CODES = {
  source: { limit: 10, seconds: HOUR },
  everywhere: { limit: 40, seconds: HOUR },
} as const satisfies Record<string, Rate>

/** A factor's code is six digits: an attacker who has the password must not get many tries, from however many sources. */
const WRONG_FOR_FACTOR: Rate = { limit: 10, seconds: 300 }

/** Whose secret is guessed at, existing or not, and who guesses; whose session it is, where there is one. */
export type Guesser = Requester & { address: string; signedInAs?: string }

/** What counting needs of the auth service. */
type Parts = Pick<Auth, 'db' | 'secrets' | 'log'>

type Count = { key: string; rate: Rate }

/**
 * The counts of a guesser. Guesses with the same `line` wait for each other. `stopping` counts can refuse a guess,
 * `repeated` only one of a source that was wrong lately; a wrong guess is taken from both and from `others`.
 */
type Counts = { line: string; stopping: Count[]; repeated: Count | null; others: Count[] }

/**
 * Looks at something that could be a guess at a password, or at a code that stands for one. `look` answers null for a
 * wrong one, which is counted. Refuses with 429, without looking, while the guesser has been wrong too often.
 */
export async function lookAtGuess<T>(auth: Parts, guesser: Guesser, look: () => Promise<T | null>): Promise<T | null> {
  const counts = await countsOf(auth, guesser)
  await refuseGuessing(auth, counts) // before the line as well: a refused guess need not wait in it
  return await withKeyedLock(counts.line, async () => {
    await refuseGuessing(auth, counts)
    const found = await look()
    if (found === null) await countWrong(auth, counts, guesser.address)
    return found
  })
}

async function countsOf(auth: Parts, guesser: Guesser): Promise<Counts> {
  const atSignIn = await countsAtSignIn(auth, guesser)
  const { signedInAs } = guesser
  if (signedInAs === undefined) return atSignIn
  const stopping = ownCounts(auth, `signed in ${signedInAs}`)
  return { line: signedInAs, stopping, repeated: null, others: [...atSignIn.stopping, ...atSignIn.others] }
}

async function countsAtSignIn(auth: Parts, { address, source, device }: Guesser): Promise<Counts> {
  if (await isKnownDevice(auth.db.kysely, address, { source, device })) {
    const stopping = ownCounts(auth, `${address} on ${device}`)
    return { line: `${address} ${device}`, stopping, repeated: null, others: [] }
  }
  const fromSource = countOf(auth, `from ${source}`, WRONG_PASSWORDS.source)
  const everywhere = countOf(auth, `everywhere ${address}`, WRONG_PASSWORDS.everywhere)
  const repeated = countOf(auth, address, WRONG_PASSWORDS.repeated)
  const stopping = [...ownCounts(auth, `${address} from ${source}`), fromSource, everywhere]
  return { line: address, stopping, repeated, others: [] }
}

function ownCounts(auth: Parts, whose: string): Count[] {
  return [countOf(auth, whose, WRONG_PASSWORDS.burst), countOf(auth, `${whose} hourly`, WRONG_PASSWORDS.hourly)]
}

function countOf(auth: Parts, what: string, rate: Rate): Count {
  return { key: auth.secrets.countingKey(`wrong ${what}`), rate }
}

async function refuseGuessing(auth: Parts, { stopping, repeated }: Counts): Promise<void> {
  const { kysely } = auth.db
  const waits = await Promise.all(stopping.map(({ key, rate }) => secondsUntilOne(kysely, key, rate)))
  const [first] = stopping
  if (repeated !== null && first !== undefined && (await wasUsedWithin(kysely, first.key, HOUR))) {
    waits.push(await secondsUntilOne(kysely, repeated.key, repeated.rate))
  }
  const wait = Math.max(...waits)
  if (wait > 0) throw tooManyRequests(wait)
}

async function countWrong(auth: Parts, { stopping, repeated, others }: Counts, address: string): Promise<void> {
  const taken = [...stopping, ...others, ...(repeated === null ? [] : [repeated])]
  for (const { key, rate } of taken) await takeFromBucket(auth.db.kysely, key, rate)
  noteWrong(auth, address)
}

/** A guess at a mailed or texted code that was allowed. */
export type CodeGuess = { wasRight(): Promise<void>; wasWrong(): Promise<void> }

/**
 * Allows one guess at the code that was sent to an address or number, or refuses with 429. The guess is counted at once,
 * so that many at the same moment are no more than many in a row; a right one is given back. The link in the mail works
 * all the while.
 */
export async function guessCode(auth: Parts, relatesTo: string, requester: Requester): Promise<CodeGuess> {
  const { kysely } = auth.db
  const isKnown = await isKnownDevice(kysely, relatesTo, requester)
  const key = (what: string) => auth.secrets.countingKey(`wrong code ${relatesTo} ${what}`)
  const own = key(isKnown ? `on ${requester.device}` : `from ${requester.source}`)
  const everywhere = isKnown ? null : key('everywhere')
  const blocked = everywhere === null ? 0 : await secondsUntilOne(kysely, everywhere, WRONG_CODES.everywhere)
  const wait = blocked > 0 ? blocked : await takeFromBucket(kysely, own, WRONG_CODES.source)
  if (wait > 0) throw tooManyRequests(wait)
  return {
    wasRight: () => giveBack(kysely, own, WRONG_CODES.source),
    async wasWrong() {
      if (everywhere !== null) await takeFromBucket(kysely, everywhere, WRONG_CODES.everywhere)
      noteWrong(auth, relatesTo)
    },
  }
}

/** The count of wrong answers for a second factor: all unknown devices share one, each known device has its own. */
export async function factorGuesses(
  auth: Parts,
  factorId: string,
  address: string,
  requester: Requester,
): Promise<Count> {
  const isKnown = await isKnownDevice(auth.db.kysely, address, requester)
  const whose = isKnown ? `${factorId} on ${requester.device}` : factorId
  return { key: auth.secrets.countingKey(`wrong for factor ${whose}`), rate: WRONG_FOR_FACTOR }
}

/** For who watches the log (ASVS 16.3.1): that somebody guessed, and of whose secret enough to recognise it. */
function noteWrong({ log }: Parts, address: string): void {
  log.info({ event: 'wrong_guess', at: address.includes('@') ? maskPersonalData(address) : `…${address.slice(-2)}` })
}
