import type { Results } from '@electric-sql/pglite'
import type { NotificationListener, PostgresSettingValues } from '../port/database.ts'
import { convertDriverError, DatabaseUnavailable } from '../port/errors.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import type { PreparedStatementRole } from './embedded-statements.ts'

const RETRY_MS = 5_000

/**
 * Runs one engine on a data folder and restarts it after a crash, such as PostgreSQL's PANIC on a full or failing disk. A crash closes the
 * files. The first call after a pause starts a new engine, which recovers all committed changes. When a statement crashed the engine by
 * exhausting the stack, there is no pause. Callers must serialise their statements: those of different transactions must not interleave.
 */
export class EmbeddedServer {
  readonly #folder: string
  readonly #settings: PostgresSettingValues
  readonly #listeners = new Map<string, Set<NotificationListener>>()
  #engine: EmbeddedEngine | null = null
  #retryAt = 0
  #closed = false

  private constructor(folder: string, settings: PostgresSettingValues) {
    this.#folder = folder
    this.#settings = settings
  }

  /** Starts the engine. Rejects with `DatabaseUnavailable` when the engine fails to start. */
  static async start(folder: string, settings: PostgresSettingValues = {}): Promise<EmbeddedServer> {
    const server = new EmbeddedServer(folder, settings)
    server.#engine = await server.#startEngine()
    return server
  }

  /**
   * Returns the running engine, or starts a new one after a crash. Rejects with `DatabaseUnavailable` during the pause between two attempts
   * to start an engine.
   */
  async running(): Promise<EmbeddedEngine> {
    if (this.#engine !== null) return this.#engine
    if (this.#closed || Date.now() < this.#retryAt) throw new DatabaseUnavailable()
    this.#retryAt = Date.now() + RETRY_MS
    const engine = await this.#startEngine()
    this.#engine = engine
    for (const channel of this.#listeners.keys()) await this.query(engine, listenTo(channel))
    for (const listener of this.#allListeners()) queueMicrotask(() => listener.onReconnect())
    return engine
  }

  /**
   * Runs one statement on the given engine, which must be the one that executed the transaction's BEGIN. Reuses only statements that were
   * prepared for `role`.
   */
  query(
    engine: EmbeddedEngine,
    sql: string,
    parameters: readonly unknown[] = [],
    role: PreparedStatementRole = 'owner',
  ): Promise<Results<Record<string, unknown>>> {
    return this.#catchCrash(engine, () => engine.statements.run(role, sql, parameters))
  }

  /** Runs an SQL script of several statements, without parameters. */
  async script(engine: EmbeddedEngine, sql: string): Promise<void> {
    await this.#catchCrash(engine, async () => {
      await engine.exec(sql)
      await engine.statements.forget()
    })
  }

  /** LISTENs on a channel and subscribes again after the engine restarts. */
  async listen(channel: string, listener: NotificationListener): Promise<void> {
    await this.query(await this.running(), listenTo(channel))
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
  }

  /** Removes a listener from a channel. The engine's LISTEN stays active, because an unused one costs nothing. */
  unlisten(channel: string, listener: NotificationListener): void {
    this.#listeners.get(channel)?.delete(listener)
  }

  /** Flushes everything to disk and stops the engine. */
  async close(): Promise<void> {
    this.#closed = true
    const engine = this.#engine
    this.#engine = null
    await engine?.close()
  }

  async #startEngine(): Promise<EmbeddedEngine> {
    const engine = await EmbeddedEngine.start(this.#folder, this.#settings)
    engine.onNotification((channel, payload) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload)
    })
    return engine
  }

  async #catchCrash<T>(engine: EmbeddedEngine, run: () => Promise<T>): Promise<T> {
    if (engine !== this.#engine) throw new DatabaseUnavailable()
    try {
      return await run()
    } catch (error) {
      if (engine.breakdown === null) throw convertDriverError(error)
      this.#engine = null
      this.#retryAt = engine.brokeByStatement ? 0 : Date.now() + RETRY_MS
      engine.abandon()
      for (const listener of this.#allListeners()) listener.onLost?.()
      throw new DatabaseUnavailable({ cause: engine.breakdown })
    }
  }

  #allListeners(): NotificationListener[] {
    return [...this.#listeners.values()].flatMap((set) => [...set])
  }
}

function listenTo(channel: string): string {
  return `listen "${channel.replaceAll('"', '""')}"`
}
