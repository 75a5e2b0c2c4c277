import { messages, type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import type { Caller } from '../port/database.ts'
import { serializeValueAsPostgresText } from '../port/wire-values.ts'

const { serialize } = protocol

// The maximum number of prepared statements. Each one uses memory: the plan of a sign-up takes some tens of kilobytes.
const STATEMENTS_MAX = 64
const SQL_LENGTH_MAX = 8_192
// Matches SQL statements that are worth preparing. Other statements are rare, or change the tables that prepared plans depend on.
const CACHEABLE = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i
const CHANGES_SCHEMA = /^\s*(?:create|alter|drop)\b/i
// SQLSTATEs with which PostgreSQL rejects a prepared statement whose plan is outdated, or which it does not know.
const OUTDATED = new Set(['0A000', '26000'])

/** The role that a prepared statement was planned for: a caller's role, or the owner of the tables. */
export type PreparedStatementRole = Caller['role'] | 'owner'

type Answer = Results<Record<string, unknown>>

type Statement = { name: string; types: readonly number[]; fields: messages.RowDescriptionMessage | null }

/**
 * Runs statements on an embedded engine and prepares those that repeat, which saves the planning and five of six calls into WebAssembly.
 * Prepared statements are cached per role: PostgreSQL checks the privilege to execute an inlined function at planning time, so a plan of
 * one role must never be executed for another.
 */
export class EmbeddedStatementRunner {
  readonly #engine: PGlite
  /** The statements by role and SQL text, least recently used first. Null: the statement ran once and is not prepared yet. */
  readonly #statements = new Map<string, Statement | null>()
  #preparedCount = 0

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** Runs one SQL statement. Rejects as `PGlite.query` does. A statement is prepared when it runs for the second time. */
  async run(role: PreparedStatementRole, sql: string, parameters: readonly unknown[]): Promise<Answer> {
    if (sql.length > SQL_LENGTH_MAX || !CACHEABLE.test(sql)) return this.#runUnprepared(sql, parameters)
    const key = `${role} ${sql}`
    const known = this.#statements.get(key)
    // Moves the statement to the end of the map, where the most recently used one is.
    this.#statements.delete(key)
    this.#statements.set(key, known ?? null)
    if (known === undefined) {
      const evicted = this.#evictOldest()
      if (evicted) await this.#send(serialize.close({ type: 'S', name: evicted.name }), serialize.sync())
      return this.#runUnprepared(sql, parameters)
    }
    try {
      const statement = known ?? (await this.#prepare(key, sql))
      return await this.#execute(statement, parameters)
    } catch (error) {
      if (error instanceof messages.DatabaseError && OUTDATED.has(error.code ?? '')) await this.forget()
      throw error
    }
  }

  /** Closes all prepared statements. Called after a schema change, which makes plans outdated. */
  async forget(): Promise<void> {
    const statements = [...this.#statements.values()].filter((statement) => statement !== null)
    this.#statements.clear()
    const closing = statements.map(({ name }) => serialize.close({ type: 'S', name }))
    await this.#send(...closing, serialize.sync())
  }

  async #runUnprepared(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    const result = await this.#engine.query<Record<string, unknown>>(sql, [...parameters])
    if (CHANGES_SCHEMA.test(sql)) await this.forget()
    return result
  }

  async #prepare(key: string, sql: string): Promise<Statement> {
    this.#preparedCount += 1
    const name = `kept_${this.#preparedCount}`
    const answers = await this.#send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const fields = answers.find((answer) => answer instanceof messages.RowDescriptionMessage) ?? null
    const statement = { name, types: parse.parseDescribeStatementResults(answers), fields }
    this.#statements.set(key, statement)
    return statement
  }

  async #execute({ name, types, fields }: Statement, parameters: readonly unknown[]): Promise<Answer> {
    const values = parameters.map((value, place) => this.#serializeAsText(value, types[place]))
    const answers = await this.#send(
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    )
    const [result] = parse.parseResults(fields === null ? answers : [fields, ...answers], this.#engine.parsers)
    if (result === undefined) throw new Error('The embedded engine returned no result for a statement.')
    return result
  }

  #serializeAsText(value: unknown, type: number | undefined) {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : this.#engine.serializers[type]
    return serializer ? serializer(value) : serializeValueAsPostgresText(value)
  }

  #evictOldest(): Statement | null {
    if (this.#statements.size <= STATEMENTS_MAX) return null
    const [oldest] = this.#statements
    if (oldest === undefined) return null
    this.#statements.delete(oldest[0])
    return oldest[1]
  }

  #send(...parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.#engine.runExclusive(() => this.#engine.execProtocolStream(Buffer.concat(parts), { syncToFs: false }))
  }
}
