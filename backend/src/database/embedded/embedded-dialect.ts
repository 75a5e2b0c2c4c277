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
import { isDatabaseError } from '../port/errors.ts'
import type { EmbeddedEngine } from './embedded-engine.ts'
import type { EmbeddedServer } from './embedded-server.ts'
import type { PreparedStatementRole } from './embedded-statements.ts'

const IN_FAILED_TRANSACTION = '25P02'

/**
 * A Kysely dialect for the embedded server. Kysely's own PGlite dialect holds one PGlite object and hangs when a BEGIN fails. This dialect
 * gets the running engine from the server for each transaction and never uses an engine that crashed. The adapter makes Kysely hand out the
 * single connection in the order of the requests.
 */
export function createEmbeddedDialect(connection: EmbeddedConnection): Dialect {
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

/** The single connection of the embedded engine. Transactions use it one after another. */
export class EmbeddedConnection implements DatabaseConnection {
  readonly #server: EmbeddedServer
  /** The engine that executed the BEGIN of the current transaction; null outside a transaction. */
  #engine: EmbeddedEngine | null = null
  #role: PreparedStatementRole = 'owner'
  #failed = false

  constructor(server: EmbeddedServer) {
    this.#server = server
  }

  /** Sets the role of the current transaction; it is reset when the transaction ends. */
  setRole(role: PreparedStatementRole): void {
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

  // biome-ignore lint/correctness/useYield: streaming is not supported.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The embedded database does not support streaming.')
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
      // PostgreSQL responds to the COMMIT of an aborted transaction with a rollback and no error.
      throw new AbortedTransactionError()
    }
    await this.#server.query(this.#running(), 'commit')
    this.#leave()
  }

  async rollback(): Promise<void> {
    const engine = this.#running()
    this.#leave()
    // A crash of the engine has already ended the transaction. The caller already gets the error of the crash.
    if (engine.breakdown === null) await this.#server.query(engine, 'rollback')
  }

  /**
   * Returns whether the current transaction is aborted. Tests this with a query instead of recording failed statements, because a failed
   * statement no longer matters once the transaction was rolled back to a savepoint.
   */
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

  #running(): EmbeddedEngine {
    if (this.#engine === null) throw new Error('No transaction is running.')
    return this.#engine
  }
}
