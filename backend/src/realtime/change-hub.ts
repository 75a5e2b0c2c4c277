import { setTimeout as pause } from 'node:timers/promises'
import { inBackground } from '../background.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable, isDatabaseError } from '../database/errors.ts'
import { TableAccessCache } from '../database/table-access.ts'
import { type AnnouncedChange, readAnnouncement } from './announced-change.ts'
import { fanOut } from './fan-out.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { type Group, Subscribers } from './subscribers.ts'
import { WatchedRows } from './watched-rows.ts'

const RETRY_MS = 500

/** What the hub tells the log. */
export type HubLog = Record<'warn' | 'error', (facts: { event: string; err?: unknown }, message: string) => void>

/**
 * Takes changes from the database and hands them out, one batch after the other, in order. While the database is away
 * they wait. After a gap, watched rows are read again; who listens to more than those is told to join again.
 */
export class ChangeHub {
  readonly subscribers = new Subscribers()
  readonly access: TableAccessCache
  readonly watched: WatchedRows
  readonly #database: Database
  readonly #log: HubLog
  #waiting: AnnouncedChange[] = []
  #hasGap = false
  #isRunning = false
  #isClosed = false
  #whenQuiet: (() => void)[] = []

  constructor(database: Database, log: HubLog) {
    this.#database = database
    this.#log = log
    this.access = new TableAccessCache(database)
    this.watched = new WatchedRows(database, this.access)
  }

  /** A notification of the database. One that is not of the agreed form counts as a gap: something happened, unread. */
  receive(payload: string): void {
    const change = readAnnouncement(payload)
    if (change === null || this.#waiting.length >= REALTIME_LIMITS.waitingChanges) return this.missed()
    this.#waiting.push(change)
    this.#run()
  }

  /** Notifications were or may have been lost. What waits is dropped: reading again brings it too. */
  missed(): void {
    this.#hasGap = true
    this.#waiting = []
    this.access.forget()
    this.#run()
  }

  /** Runs `act` while nothing is being handed out, so that a subscriber who changes places misses nothing and hears nothing twice. */
  whenQuiet(act: () => void): void {
    if (this.#isRunning) this.#whenQuiet.push(act)
    else act()
  }

  close(): void {
    this.#isClosed = true
    this.#waiting = []
  }

  #run(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    inBackground(this.#drainAndSettle(), (err) => this.#fault(err))
  }

  async #drainAndSettle(): Promise<void> {
    try {
      await this.#drain()
    } finally {
      this.#isRunning = false
      this.#settle()
    }
  }

  async #drain(): Promise<void> {
    while ((this.#waiting.length > 0 || this.#hasGap) && !this.#isClosed) {
      try {
        if (this.#hasGap) await this.#bridgeGap()
        else await this.#handOut()
      } catch (err) {
        await this.#waitOrGiveUp(err)
      }
      this.#settle()
    }
  }

  /** Changes wait while the database is away. One that fails by a fault of ours would fail for ever, and nothing after it would be sent. */
  async #waitOrGiveUp(err: unknown): Promise<void> {
    if (err instanceof DatabaseUnavailable || isDatabaseError(err)) {
      this.#log.warn({ event: 'realtime_waits', err }, 'Changes wait: the database cannot be asked who may see them')
      await pause(RETRY_MS, undefined, { ref: false })
      return
    }
    this.#fault(err)
    this.#waiting = []
    this.#hasGap = false
    for (const { members } of this.subscribers.all()) for (const member of [...members]) member.missed()
  }

  async #handOut(): Promise<void> {
    const batch = [...this.#waiting]
    await fanOut(batch, this.#parts())
    for (const change of batch) this.watched.note(change)
    if (!this.#hasGap) this.#waiting.splice(0, batch.length)
  }

  async #bridgeGap(): Promise<void> {
    this.#hasGap = false
    try {
      const changes = await this.watched.changes()
      await fanOut(changes, this.#parts(), isPinned)
      for (const change of changes) this.watched.note(change)
    } catch (error) {
      this.#hasGap = true
      throw error
    }
    for (const group of this.subscribers.all()) {
      if (!isPinned(group)) for (const member of [...group.members]) member.missed()
    }
  }

  #settle(): void {
    const acts = this.#whenQuiet
    this.#whenQuiet = []
    for (const act of acts) {
      try {
        act()
      } catch (err) {
        this.#fault(err) // of one channel: the next one still gets its turn
      }
    }
  }

  #fault(err: unknown): void {
    this.#log.error({ event: 'fault', err }, 'Handing out changes failed through a fault of ours')
  }

  #parts() {
    const onRefused = (err: Error) =>
      this.#log.warn({ event: 'realtime_look_refused', err }, 'The database refused to say whether a row may be shown')
    return { database: this.#database, access: this.access, subscribers: this.subscribers, onRefused }
  }
}

function isPinned(group: Group): boolean {
  return group.subscriptions.every(({ pinned }) => pinned !== null)
}
