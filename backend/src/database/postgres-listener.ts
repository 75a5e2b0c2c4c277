import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Listener } from './database.ts'
import { DatabaseUnavailable, fromConnecting, fromDriver } from './errors.ts'
import { onlyReads } from './postgres-connection.ts'

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 5_000
const HEARTBEAT_MS = 15_000
const GOODBYE_MS = 1_000

/**
 * LISTEN on a connection of its own, which is made again when it breaks, for as long as it takes. A connection that went
 * silent, as behind a firewall that forgot it, is noticed by a heartbeat.
 */
export class PostgresListener {
  readonly #connect: () => Client
  readonly #heartbeat: number
  readonly #listeners = new Map<string, Set<Listener>>()
  #client: Client | null = null
  #opening: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #wasLost = false
  #closed = false

  constructor(connect: () => Client, { heartbeat = HEARTBEAT_MS } = {}) {
    this.#connect = connect
    this.#heartbeat = heartbeat
  }

  /** Resolves when the channel is heard; rejects with `DatabaseUnavailable` when the first connection fails. */
  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    try {
      if (this.#client === null) await (this.#opening ??= this.#open())
      else await this.#client.query(listenTo(channel))
    } catch (error) {
      listeners.delete(listener)
      throw fromDriver(error)
    }
    return async () => {
      listeners.delete(listener)
    }
  }

  /** Lets go of the connection. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#opening?.catch(() => {})
    // A server that fell silent does not say goodbye.
    await Promise.race([this.#client?.end(), pause(GOODBYE_MS, undefined, { ref: false })])
  }

  async #open(): Promise<void> {
    const client = this.#connect()
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      // Nothing is announced by one that only reads.
      if (await onlyReads(client)) throw new DatabaseUnavailable()
      for (const channel of this.#listeners.keys()) await client.query(listenTo(channel))
      this.#client = client
      clearTimeout(this.#timer)
      this.#beat(client)
      this.#tellReconnected()
    } catch (error) {
      client.end().catch(() => {})
      throw fromConnecting(error)
    } finally {
      this.#opening = null
    }
  }

  #beat(client: Client): void {
    this.#timer = setTimeout(() => {
      const beat = async () => ((await onlyReads(client)) ? this.#lose(client) : this.#beat(client))
      beat().catch(() => this.#lose(client))
    }, this.#heartbeat).unref()
  }

  #lose(client: Client): void {
    if (client !== this.#client || this.#closed) return
    this.#client = null
    this.#wasLost = true
    for (const listener of this.#everyone()) listener.onLost?.()
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

  #tellReconnected(): void {
    if (!this.#wasLost) return
    this.#wasLost = false
    for (const listener of this.#everyone()) listener.onReconnect()
  }

  #everyone(): Listener[] {
    return [...this.#listeners.values()].flatMap((set) => [...set])
  }
}

function listenTo(channel: string): string {
  return `listen "${channel.replaceAll('"', '""')}"`
}
