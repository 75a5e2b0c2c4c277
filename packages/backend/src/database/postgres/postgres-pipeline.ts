import type { PostgresPool, PostgresPoolClient } from 'kysely'

/**
 * The maximum number of statements in flight on one connection: one runs while the next one waits at the server. A higher number would make
 * batches of inserts smaller, since concurrent inserts are divided among the statements.
 */
const IN_FLIGHT_MAX = 2
/**
 * The time for which a connection is shared, in milliseconds. Afterwards it accepts no new statements, so that it returns to the pool,
 * which can replace old connections.
 */
const SHARED_MS = 10_000

/**
 * Wraps a pool so that callers share a connection while a statement is in flight. The next statement is sent without waiting for the
 * response (PostgreSQL, "Message Flow", "Pipelining"), so the server can start it immediately. With two connections, the statements would
 * block each other on the same rows. Only for single statements that are transactions of their own: a statement of another caller may run
 * between two statements of one caller. After a failure, and while two statements are in flight, the next caller gets another connection.
 */
export function createPipeliningPool(pool: PostgresPool): PostgresPool {
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

  /** Adds a caller to the shared connection and returns it. Rejects for all callers of the connection when it can't be opened. */
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

  /** Accepts no further callers on the shared connection when the promise rejects, because the connection may be broken. */
  async #closeOnError<T>(done: Promise<T>): Promise<T> {
    try {
      return await done
    } catch (error) {
      this.#isClosedToNew = true
      throw error
    }
  }
}
