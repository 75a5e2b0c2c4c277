import type { PostgresPool, PostgresPoolClient } from 'kysely'

/**
 * The statements in flight on one connection: one runs while the next waits at the server. More would make batches smaller, since
 * concurrent inserts are divided among them.
 */
const IN_FLIGHT_MAX = 2
/** After this time a connection takes no new users, so that it returns to the pool, which can replace an old one. */
const SHARED_MS = 10_000

/**
 * Wraps a pool so that a connection is shared while a statement is in flight: the next statement is sent without waiting for the
 * response (PostgreSQL, "Message Flow", "Pipelining"), so the server can start it at once. Two connections would block each other on
 * the same rows. For single statements only, each a transaction of its own: between two statements of one caller there may be another
 * caller's. After a failure, and while two statements are in flight, the next caller gets another connection.
 */
export function pipeliningPool(pool: PostgresPool): PostgresPool {
  let latest: SharedConnection | null = null
  return {
    options: pool.options,
    end: () => pool.end(),
    connect() {
      if (latest === null || !latest.hasRoom()) latest = new SharedConnection(pool.connect())
      return latest.join()
    },
  }
}

class SharedConnection {
  readonly #client: Promise<PostgresPoolClient>
  readonly #sharedUntil = performance.now() + SHARED_MS
  #users = 0
  #isClosedToNew = false

  constructor(client: Promise<PostgresPoolClient>) {
    this.#client = client
  }

  hasRoom(): boolean {
    return !this.#isClosedToNew && this.#users < IN_FLIGHT_MAX && performance.now() < this.#sharedUntil
  }

  /** Rejects when connecting fails, for every caller that waits for it. */
  async join(): Promise<PostgresPoolClient> {
    this.#users += 1
    const client = await this.#closeOnError(this.#client)
    const query = (text: string, values: readonly unknown[]) => this.#closeOnError(client.query(text, values))
    return {
      query: query as PostgresPoolClient['query'],
      release: () => {
        this.#users -= 1
        if (this.#users > 0) return
        this.#isClosedToNew = true
        client.release()
      },
    }
  }

  /** After a failure the connection takes no new users: it may be broken. */
  async #closeOnError<T>(done: Promise<T>): Promise<T> {
    try {
      return await done
    } catch (error) {
      this.#isClosedToNew = true
      throw error
    }
  }
}
