import { DatabaseUnavailable, isDatabaseError } from './errors.ts'

/** PostgreSQL ended one of two works that waited for each other, or a function asks to be run again. Nothing was stored. */
const COLLIDED = ['40P01', '40001']
const TRIES = 3

/**
 * Runs a work again when it collided with another, because that one is through by then. Rejects with `DatabaseUnavailable`
 * when it does so three times.
 */
export async function untilItPasses<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseError(error) || !COLLIDED.includes(error.code)) throw error
      if (tries === TRIES) throw new DatabaseUnavailable({ cause: error })
    }
  }
}
