import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database/port/database.ts'
import { DatabaseUnavailable, isDatabaseError } from '../database/port/errors.ts'
import type { TableAccessCache } from '../database/port/table-access.ts'
import { createSerialRunner } from '../serial-runner.ts'
import { fanOutRowChanges } from './fan-out.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { parseRowChangeNotification, type RowChangeNotification } from './row-change-notification.ts'
import { type SubscriberGroup, SubscriberRegistry } from './subscribers.ts'
import { WatchedRows } from './watched-rows.ts'

const RETRY_MS = 500

/** The log methods that the change hub uses. */
export type RowChangeHubLog = Record<
  'warn' | 'error',
  (facts: { event: string; err?: unknown }, message: string) => void
>

/** The objects that the change hub depends on. */
export type RowChangeHubDependencies = { database: Database; log: RowChangeHubLog; tableAccess: TableAccessCache }

/**
 * Receives row changes from the database and sends them to subscribers, batch after batch, in order. The changes are queued while the
 * database is unavailable. After a gap (lost notifications) the hub reads watched rows again, and makes subscribers to other rows rejoin.
 */
export class RowChangeHub {
  readonly subscribers = new SubscriberRegistry()
  readonly access: TableAccessCache
  readonly watched: WatchedRows
  readonly #database: Database
  readonly #log: RowChangeHubLog
  #waiting: RowChangeNotification[] = []
  #hasGap = false
  #isClosed = false
  #whenIdle: (() => void)[] = []
  readonly #runner = createSerialRunner(
    () => this.#drain(),
    (err) => this.#fault(err),
  )

  constructor({ database, log, tableAccess }: RowChangeHubDependencies) {
    this.#database = database
    this.#log = log
    this.access = tableAccess
    this.watched = new WatchedRows(database, tableAccess)
  }

  /** Queues a notification from the database. A malformed notification, or one beyond the maximum length of the queue, is treated as lost. */
  receive(payload: string): void {
    const change = parseRowChangeNotification(payload)
    if (change === null || this.#waiting.length >= REALTIME_LIMITS.waitingChanges) return this.missed()
    this.#waiting.push(change)
    this.#runner.wake()
  }

  /** Handles lost notifications. Clears the queue of changes, because the watched rows are read again and other subscribers rejoin. */
  missed(): void {
    this.#hasGap = true
    this.#waiting = []
    this.access.forget()
    this.#runner.wake()
  }

  /** Runs a callback between two batches of changes, so that a channel that changes its subscription gets every change exactly once. */
  whenIdle(act: () => void): void {
    if (!this.#runner.isRunning) return act()
    this.#whenIdle.push(act)
    this.#runner.wake()
  }

  close(): void {
    this.#isClosed = true
    this.#waiting = []
  }

  async #drain(): Promise<void> {
    this.#runIdleCallbacks()
    while ((this.#waiting.length > 0 || this.#hasGap) && !this.#isClosed) {
      try {
        if (this.#hasGap) await this.#recoverFromGap()
        else await this.#sendBatch()
      } catch (err) {
        await this.#handleFailure(err)
      }
      this.#runIdleCallbacks()
    }
  }

  /**
   * Waits before a retry after an error of the database. After any other error drops the queued changes, because each retry would fail
   * again.
   */
  async #handleFailure(err: unknown): Promise<void> {
    if (err instanceof DatabaseUnavailable || isDatabaseError(err)) {
      this.#log.warn(
        { event: 'realtime_check_retried', err },
        'The visibility of row changes cannot be queried because the database is unavailable; changes are queued',
      )
      await pause(RETRY_MS, undefined, { ref: false })
      return
    }
    this.#fault(err)
    this.#waiting = []
    this.#hasGap = false
    for (const { members } of this.subscribers.all()) for (const member of [...members]) member.missed()
  }

  async #sendBatch(): Promise<void> {
    const batch = [...this.#waiting]
    await fanOutRowChanges(batch, this.#dependencies())
    for (const change of batch) this.watched.update(change)
    if (!this.#hasGap) this.#waiting.splice(0, batch.length)
  }

  async #recoverFromGap(): Promise<void> {
    this.#hasGap = false
    try {
      const changes = await this.watched.changes()
      await fanOutRowChanges(changes, this.#dependencies(), isPinned)
      for (const change of changes) this.watched.update(change)
    } catch (error) {
      this.#hasGap = true
      throw error
    }
    for (const group of this.subscribers.all()) {
      if (!isPinned(group)) for (const member of [...group.members]) member.missed()
    }
  }

  #runIdleCallbacks(): void {
    const acts = this.#whenIdle
    this.#whenIdle = []
    for (const act of acts) {
      try {
        act()
      } catch (err) {
        this.#fault(err) // an error of one callback must not skip the other callbacks
      }
    }
  }

  #fault(err: unknown): void {
    this.#log.error(
      { event: 'fault', err },
      'Sending row changes failed because of an unexpected error; subscribers rejoin',
    )
  }

  #dependencies() {
    const onRefused = (err: Error) =>
      this.#log.warn(
        { event: 'realtime_check_rejected', err },
        'The visibility query of a row change was refused; the change is not sent to these subscribers',
      )
    return { database: this.#database, access: this.access, subscribers: this.subscribers, onRefused }
  }
}

function isPinned(group: SubscriberGroup): boolean {
  return group.subscriptions.every(({ pinned }) => pinned !== null)
}
