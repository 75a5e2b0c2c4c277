import { isDatabaseError } from './errors.ts'

/** PostgreSQL ended one of two works that waited for each other. Nothing of it was stored. */
const DEADLOCK = '40P01'
const TRIES = 3

/** Runs a work again when it collided with another, because that one is through by then. Three times at most. */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isDatabaseError(error) || error.code !== DEADLOCK) throw error
    }
  }
}
