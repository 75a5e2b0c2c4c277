import { isDatabaseError } from './errors.ts'

/** SQLSTATE of a deadlock: PostgreSQL rolled back one of two transactions that waited for each other. */
const DEADLOCK = '40P01'
const TRIES = 3

/**
 * Runs a transaction and retries it after a deadlock, because the other transaction of the deadlock has finished by then. Makes at most
 * three attempts.
 */
export async function retryOnDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === TRIES || !isDatabaseError(error) || error.code !== DEADLOCK) throw error
    }
  }
}
