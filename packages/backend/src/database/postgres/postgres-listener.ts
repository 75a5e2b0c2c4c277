import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { NotificationListener } from '../port/database.ts'
import { convertConnectError, convertDriverError, DatabaseUnavailable } from '../port/errors.ts'
import { isPostgresReadOnly } from './postgres-connection.ts'

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 5_000
const HEARTBEAT_MS = 15_000
const CLOSE_TIMEOUT_MS = 1_000

/**
 * LISTENs on a dedicated connection. When the connection is lost, reconnects with back-off until it succeeds. A heartbeat query detects a
 * connection that was lost silently, for example because a firewall dropped its state.
 */
export class PostgresListener {
  readonly #connect: () => Client
  readonly #heartbeat: number
  readonly #listeners = new Map<string, Set<NotificationListener>>()
  #client: Client | null = null
  #opening: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #wasLost = false
  #closed = false

  constructor(connect: () => Client, { heartbeat = HEARTBEAT_MS } = {}) {
    this.#connect = connect
    this.#heartbeat = heartbeat
  }

  /** Subscribes to a channel. Resolves when the LISTEN is active; rejects with `DatabaseUnavailable` when the first connection fails. */
  async listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    try {
      if (this.#client === null) await (this.#opening ??= this.#open())
      else await this.#client.query(listenTo(channel))
    } catch (error) {
      listeners.delete(listener)
      throw convertDriverError(error)
    }
    return async () => {
      listeners.delete(listener)
    }
  }

  /** Stops listening and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#opening?.catch(() => {})
    // A server that hangs does not confirm that the connection is closed, so the wait has a timeout.
    await Promise.race([this.#client?.end(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }

  async #open(): Promise<void> {
    const client = this.#connect()
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    client.on('error', () => this.#handleLost(client))
    client.on('end', () => this.#handleLost(client))
    try {
      await client.connect()
      // A read-only server (a standby) sends no notifications, so the listener must not use it.
      if (await isPostgresReadOnly(client)) throw new DatabaseUnavailable()
      for (const channel of this.#listeners.keys()) await client.query(listenTo(channel))
      this.#client = client
      clearTimeout(this.#timer)
      this.#scheduleHeartbeat(client)
      this.#notifyReconnected()
    } catch (error) {
      client.end().catch(() => {})
      throw convertConnectError(error)
    } finally {
      this.#opening = null
    }
  }

  #scheduleHeartbeat(client: Client): void {
    this.#timer = setTimeout(() => {
      const beat = async () =>
        (await isPostgresReadOnly(client)) ? this.#handleLost(client) : this.#scheduleHeartbeat(client)
      beat().catch(() => this.#handleLost(client))
    }, this.#heartbeat).unref()
  }

  #handleLost(client: Client): void {
    if (client !== this.#client || this.#closed) return
    this.#client = null
    this.#wasLost = true
    for (const listener of this.#allListeners()) listener.onLost?.()
    client.end().catch(() => {})
    this.#retry(FIRST_RETRY_MS)
  }

  #retry(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#opening ??= this.#open()
      this.#opening.catch(() => {
        if (!this.#closed) this.#retry(Math.min(delay * 2, LONGEST_RETRY_MS))
      })
    }, delay)
  }

  #notifyReconnected(): void {
    if (!this.#wasLost) return
    this.#wasLost = false
    for (const listener of this.#allListeners()) listener.onReconnect()
  }

  #allListeners(): NotificationListener[] {
    return [...this.#listeners.values()].flatMap((set) => [...set])
  }
}

function listenTo(channel: string): string {
  return `listen "${channel.replaceAll('"', '""')}"`
}
