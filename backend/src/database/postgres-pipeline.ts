import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** One statement is done while the next is there already. More would be smaller, where what comes at once is divided among them. */
const ABREAST = 2
/** So long a connection is handed on by those on it, so that the pool has it back in time and can part with an old one. */
const HANDED_ON_MS = 10_000

/**
 * A pool that gives somebody the connection of the one before, while that one's statement is on its way: the next is sent without waiting for the
 * answer (PostgreSQL, "Message Flow", "Pipelining"), so the server has it at hand when it is done with the first. Two connections would
 * hold each other up over the same rows. For single statements only, each a transaction of its own; what follows one in the
 * same work may come after a stranger's. Where somebody fails, and while two are on their way, the next has another connection.
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
  readonly #handedOnUntil = performance.now() + HANDED_ON_MS
  #users = 0
  #isLeft = false

  constructor(client: Promise<PostgresPoolClient>) {
    this.#client = client
  }

  hasRoom(): boolean {
    return !this.#isLeft && this.#users < ABREAST && performance.now() < this.#handedOnUntil
  }

  /** Rejects as connecting does, for everybody who waited for it. */
  async join(): Promise<PostgresPoolClient> {
    this.#users += 1
    const client = await this.#leaveUnless(this.#client)
    const query = (text: string, values: readonly unknown[]) => this.#leaveUnless(client.query(text, values))
    return {
      query: query as PostgresPoolClient['query'],
      release: () => {
        this.#users -= 1
        if (this.#users > 0) return
        this.#isLeft = true
        client.release()
      },
    }
  }

  /** Nobody new comes to a connection on which something failed: it may be gone. */
  async #leaveUnless<T>(done: Promise<T>): Promise<T> {
    try {
      return await done
    } catch (error) {
      this.#isLeft = true
      throw error
    }
  }
}
