import type { Results } from '@electric-sql/pglite'
import type { Listener } from './database.ts'
import { Engine } from './embedded-engine.ts'
import type { PlannedFor } from './embedded-statements.ts'
import { DatabaseUnavailable, fromDriver } from './errors.ts'

const RETRY_MS = 5_000

/**
 * Keeps one engine running on a folder. When it breaks down, which a full or failing disk does to PostgreSQL, the files
 * are let go of and the next call after a pause starts another one, which recovers everything that was committed. When a statement
 * used up the stack the next call does so without a pause.
 * Whoever calls takes turns: two statements of different transactions must never mix.
 */
export class EmbeddedServer {
  readonly #folder: string
  readonly #listeners = new Map<string, Set<Listener>>()
  #engine: Engine | null = null
  #retryAt = 0
  #closed = false

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Starts the engine; rejects with `DatabaseUnavailable` when it doesn't start. */
  static async start(folder: string): Promise<EmbeddedServer> {
    const server = new EmbeddedServer(folder)
    server.#engine = await server.#startEngine()
    return server
  }

  /** The running engine, or one started just now in place of one that broke down. */
  async running(): Promise<Engine> {
    if (this.#engine !== null) return this.#engine
    if (this.#closed || Date.now() < this.#retryAt) throw new DatabaseUnavailable()
    this.#retryAt = Date.now() + RETRY_MS
    const engine = await this.#startEngine()
    this.#engine = engine
    for (const channel of this.#listeners.keys()) await this.query(engine, listenTo(channel))
    for (const listener of this.#everyone()) queueMicrotask(() => listener.onReconnect())
    return engine
  }

  /** Runs one statement on the engine a transaction began on, with plans that were made for this role alone. */
  query(
    engine: Engine,
    sql: string,
    parameters: readonly unknown[] = [],
    role: PlannedFor = 'owner',
  ): Promise<Results<Record<string, unknown>>> {
    return this.#guarded(engine, () => engine.statements.run(role, sql, parameters))
  }

  /** Runs several statements that have no parameters. */
  async script(engine: Engine, sql: string): Promise<void> {
    await this.#guarded(engine, async () => {
      await engine.exec(sql)
      await engine.statements.forget()
    })
  }

  /** Hears a channel; survives the engine. */
  async listen(channel: string, listener: Listener): Promise<void> {
    await this.query(await this.running(), listenTo(channel))
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
  }

  /** Stops hearing; the engine goes on listening, which costs nothing. */
  unlisten(channel: string, listener: Listener): void {
    this.#listeners.get(channel)?.delete(listener)
  }

  /** Writes everything down and stops. */
  async close(): Promise<void> {
    this.#closed = true
    const engine = this.#engine
    this.#engine = null
    await engine?.close()
  }

  async #startEngine(): Promise<Engine> {
    const engine = await Engine.start(this.#folder)
    engine.onNotification((channel, payload) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload)
    })
    return engine
  }

  async #guarded<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
    if (engine !== this.#engine) throw new DatabaseUnavailable()
    try {
      return await work()
    } catch (error) {
      if (engine.breakdown === null) throw fromDriver(error)
      this.#engine = null
      this.#retryAt = engine.brokeByStatement ? 0 : Date.now() + RETRY_MS
      engine.abandon()
      for (const listener of this.#everyone()) listener.onLost?.()
      throw new DatabaseUnavailable({ cause: engine.breakdown })
    }
  }

  #everyone(): Listener[] {
    return [...this.#listeners.values()].flatMap((set) => [...set])
  }
}

function listenTo(channel: string): string {
  return `listen "${channel.replaceAll('"', '""')}"`
}
