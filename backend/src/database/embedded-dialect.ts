import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Engine } from './embedded-engine.ts'
import type { EmbeddedServer } from './embedded-server.ts'
import type { PlannedFor } from './embedded-statements.ts'
import { isDatabaseError } from './errors.ts'

const IN_FAILED_TRANSACTION = '25P02'

/**
 * Kysely on the embedded server. Kysely's own PGlite dialect holds a PGlite object, and waits for ever when a BEGIN fails;
 * this one asks the server for the engine that is running now, and never touches one that broke down.
 * The adapter makes Kysely hand the one connection to one user after the other, in the order in which they asked.
 */
export function embeddedDialect(connection: EmbeddedConnection): Dialect {
  return {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => new EmbeddedDriver(connection),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class EmbeddedDriver implements Driver {
  readonly #connection: EmbeddedConnection

  constructor(connection: EmbeddedConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  beginTransaction(): Promise<void> {
    return this.#connection.begin()
  }

  commitTransaction(): Promise<void> {
    return this.#connection.commit()
  }

  rollbackTransaction(): Promise<void> {
    return this.#connection.rollback()
  }
}

/** The one connection, which the transactions have in turns. */
export class EmbeddedConnection implements DatabaseConnection {
  readonly #server: EmbeddedServer
  /** The engine that the running transaction began on. */
  #engine: Engine | null = null
  #role: PlannedFor = 'owner'
  #failed = false

  constructor(server: EmbeddedServer) {
    this.#server = server
  }

  /** Says which role the running transaction took on; it ends with the transaction. */
  tookRole(role: PlannedFor): void {
    this.#role = role
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const engine = this.#engine ?? (await this.#server.running())
      const { rows, affectedRows } = await this.#server.query(engine, sql, parameters, this.#role)
      return {
        rows: rows as R[],
        ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
      }
    } catch (error) {
      this.#failed = true
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: there is nothing to stream from.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The embedded database has no streaming.')
  }

  async begin(): Promise<void> {
    const engine = await this.#server.running()
    await this.#server.query(engine, 'begin')
    this.#engine = engine
    this.#role = 'owner'
    this.#failed = false
  }

  async commit(): Promise<void> {
    if (this.#failed && (await this.#isAborted())) {
      await this.rollback()
      // PostgreSQL answers the COMMIT of an aborted transaction with a rollback and no error.
      throw new AbortedTransactionError()
    }
    await this.#server.query(this.#running(), 'commit')
    this.#leave()
  }

  async rollback(): Promise<void> {
    const engine = this.#running()
    this.#leave()
    // An engine that broke down took its transactions with it; the failure that is being handled says so already.
    if (engine.breakdown === null) await this.#server.query(engine, 'rollback')
  }

  /** Asks, because a failed statement does no harm when the transaction went back to a savepoint. */
  async #isAborted(): Promise<boolean> {
    try {
      await this.#server.query(this.#running(), 'select 1')
      return false
    } catch (error) {
      if (isDatabaseError(error) && error.code === IN_FAILED_TRANSACTION) return true
      throw error
    }
  }

  #leave(): void {
    this.#engine = null
    this.#role = 'owner'
  }

  #running(): Engine {
    if (this.#engine === null) throw new Error('No transaction is running.')
    return this.#engine
  }
}
