import { maskPersonalData } from '../http/log.ts'
import type { Auth } from './auth.ts'
import { inTurn } from './in-turn.ts'
import { tooManyRequests } from './limits.ts'
import { type Rate, secondsUntilOne, takeFromBucket } from './rate-limit.ts'

/** A wrong guess costs one; then this is how fast further ones are let through. */
const WRONG_FOR_ADDRESS: Rate = { limit: 5, seconds: 100 }
const WRONG_FROM_SOURCE: Rate = { limit: 100, seconds: 300 }
/** A code dies of ten wrong guesses, but anybody can have another one sent. */
const WRONG_CODES_FOR_ADDRESS: Rate = { limit: 20, seconds: 3600 }

/** Whose secret is guessed at, existing or not, and where the guess comes from; whose session it is, where there is one. */
export type Guesser = { address: string; source: string; signedInAs?: string }

/**
 * Looks at something that could be a guess at a password, or at a code that stands for one. `look` answers null for a
 * wrong one, which is counted. Refuses to look while the address or the source has been wrong too often: slowed down,
 * never locked, so that a stranger can't shut somebody out for good. Who is signed in has a count of their own in place of
 * the address's, which strangers can use up, and uses up both.
 */
export async function lookAtGuess<T>(auth: Auth, guesser: Guesser, look: () => Promise<T | null>): Promise<T | null> {
  await refuseGuessing(auth, guesser) // before the line as well: who is refused need not wait in it
  return await inTurn(guesser.signedInAs ?? guesser.address, async () => {
    await refuseGuessing(auth, guesser)
    const found = await look()
    if (found === null) await countWrong(auth, guesser)
    return found
  })
}

async function refuseGuessing(auth: Auth, guesser: Guesser): Promise<void> {
  const { kysely } = auth.db
  const { forAddress, forAccount, fromSource } = keysOf(auth, guesser)
  const wait = Math.max(
    await secondsUntilOne(kysely, forAccount ?? forAddress, WRONG_FOR_ADDRESS),
    await secondsUntilOne(kysely, fromSource, WRONG_FROM_SOURCE),
  )
  if (wait > 0) throw tooManyRequests(wait)
}

async function countWrong(auth: Auth, guesser: Guesser): Promise<void> {
  const { forAddress, forAccount, fromSource } = keysOf(auth, guesser)
  if (forAccount !== null) await takeFromBucket(auth.db.kysely, forAccount, WRONG_FOR_ADDRESS)
  await takeFromBucket(auth.db.kysely, forAddress, WRONG_FOR_ADDRESS)
  await takeFromBucket(auth.db.kysely, fromSource, WRONG_FROM_SOURCE)
  noteWrong(auth, guesser.address)
}

function keysOf({ secrets }: Auth, { address, source, signedInAs }: Guesser) {
  return {
    forAddress: secrets.countingKey(`wrong ${address}`),
    forAccount: signedInAs === undefined ? null : secrets.countingKey(`wrong signed in ${signedInAs}`),
    fromSource: secrets.countingKey(`wrong from ${source}`),
  }
}

/**
 * Refuses to look at the code of a mail or message while too many were wrong for that address or number, from wherever
 * they came. The link in the mail works all the while, so a stranger who guesses shuts nobody out.
 */
export async function refuseGuessingCodes(auth: Auth, relatesTo: string): Promise<void> {
  const wait = await secondsUntilOne(auth.db.kysely, codeKey(auth, relatesTo), WRONG_CODES_FOR_ADDRESS)
  if (wait > 0) throw tooManyRequests(wait)
}

/** Counts a wrong code. */
export async function countWrongCode(auth: Auth, relatesTo: string): Promise<void> {
  await takeFromBucket(auth.db.kysely, codeKey(auth, relatesTo), WRONG_CODES_FOR_ADDRESS)
  noteWrong(auth, relatesTo)
}

/** For who watches the log (ASVS 16.3.1): that somebody guessed, and of whose secret enough to recognise it. */
function noteWrong({ log }: Auth, address: string): void {
  log.info({ event: 'wrong_guess', at: address.includes('@') ? maskPersonalData(address) : `…${address.slice(-2)}` })
}

function codeKey({ secrets }: Auth, relatesTo: string): string {
  return secrets.countingKey(`wrong code ${relatesTo}`)
}
