import { messages, type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import type { Caller } from './database.ts'
import { asText } from './wire-values.ts'

const { serialize } = protocol

// A sign-up's plan takes some tens of kilobytes, for as long as it is kept.
const KEPT_MOST = 64
const LONGEST = 8_192
// Whatever else is run is rare, or changes what plans were made for.
const WORTH_KEEPING = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i
const CHANGES_SCHEMA = /^\s*(?:create|alter|drop)\b/i
// A plan that no longer fits its tables, and a name that nothing goes by.
const OUTDATED = new Set(['0A000', '26000'])

/** Whose plans a statement is run with: a caller's, or those of the owner of the tables. */
export type PlannedFor = Caller['role'] | 'owner'

type Answer = Results<Record<string, unknown>>

type Statement = { name: string; types: readonly number[]; fields: messages.RowDescriptionMessage | null }

/**
 * Runs statements on an embedded engine and keeps those that come again prepared, which takes planning and five of six
 * trips into WebAssembly off them. Every role has statements of its own: PostgreSQL looks at the right to execute a function
 * whose text it puts into the statement when it plans, so a plan of one role's must never serve another.
 */
export class EmbeddedStatements {
  readonly #engine: PGlite
  /** By role and text, the least recently used first. Null: seen once. */
  readonly #known = new Map<string, Statement | null>()
  #made = 0

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** Runs one statement; rejects as `PGlite.query` does. A text is prepared when it comes for the second time. */
  async run(role: PlannedFor, sql: string, parameters: readonly unknown[]): Promise<Answer> {
    if (sql.length > LONGEST || !WORTH_KEEPING.test(sql)) return this.#once(sql, parameters)
    const key = `${role} ${sql}`
    const known = this.#known.get(key)
    // Moved to the end: used last.
    this.#known.delete(key)
    this.#known.set(key, known ?? null)
    if (known === undefined) {
      const forgotten = this.#forgetOldest()
      if (forgotten) await this.#send(serialize.close({ type: 'S', name: forgotten.name }), serialize.sync())
      return this.#once(sql, parameters)
    }
    try {
      const statement = known ?? (await this.#prepare(key, sql))
      return await this.#execute(statement, parameters)
    } catch (error) {
      if (error instanceof messages.DatabaseError && OUTDATED.has(error.code ?? '')) await this.forget()
      throw error
    }
  }

  /** Lets go of every plan, because tables have changed. */
  async forget(): Promise<void> {
    const statements = [...this.#known.values()].filter((statement) => statement !== null)
    this.#known.clear()
    const closing = statements.map(({ name }) => serialize.close({ type: 'S', name }))
    await this.#send(...closing, serialize.sync())
  }

  async #once(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    const result = await this.#engine.query<Record<string, unknown>>(sql, [...parameters])
    if (CHANGES_SCHEMA.test(sql)) await this.forget()
    return result
  }

  async #prepare(key: string, sql: string): Promise<Statement> {
    this.#made += 1
    const name = `kept_${this.#made}`
    const answers = await this.#send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const fields = answers.find((answer) => answer instanceof messages.RowDescriptionMessage) ?? null
    const statement = { name, types: parse.parseDescribeStatementResults(answers), fields }
    this.#known.set(key, statement)
    return statement
  }

  async #execute({ name, types, fields }: Statement, parameters: readonly unknown[]): Promise<Answer> {
    const values = parameters.map((value, place) => this.#asText(value, types[place]))
    const answers = await this.#send(
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    )
    const [result] = parse.parseResults(fields === null ? answers : [fields, ...answers], this.#engine.parsers)
    if (result === undefined) throw new Error('A statement always has a result.')
    return result
  }

  #asText(value: unknown, type: number | undefined) {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : this.#engine.serializers[type]
    return serializer ? serializer(value) : asText(value)
  }

  #forgetOldest(): Statement | null {
    if (this.#known.size <= KEPT_MOST) return null
    const [oldest] = this.#known
    if (oldest === undefined) return null
    this.#known.delete(oldest[0])
    return oldest[1]
  }

  #send(...parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.#engine.runExclusive(() => this.#engine.execProtocolStream(Buffer.concat(parts), { syncToFs: false }))
  }
}
