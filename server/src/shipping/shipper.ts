import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerConfig } from '@site/backend/config'
import type { Database, QuiesceDatabase } from '@site/backend/database/port/database'
import type { Place } from '@site/contract/shipping/place'
import { Generation } from './generation.ts'
import { type LogState, readLogState } from './log-state.ts'
import { PlaceClaim } from './owner.ts'
import { prunePlace } from './prune.ts'
import { LogRecycledError } from './read-log.ts'
import { shipErasedList } from './ship-erased-list.ts'
import { FileShipper } from './ship-files.ts'
import { deleteLeftoverBases, type TakenBase, takeBase } from './take-base.ts'

/** The amount of log after which a new base is shipped. A restore replays about this much at most, which takes seconds. */
const BASE_AFTER_BYTES = 256n * 1024n * 1024n
const BASE_AFTER_MS = 24 * 60 * 60 * 1_000

/** The pause after a failed background task: a base cannot be taken, for example, while the disk has no room for a copy. */
const RETRY_BACKGROUND_MS = 60_000
const WAIT_FOR_LOG_MS = 50

type ShipperHost = {
  config: ServerConfig
  database: Database
  quiesce: QuiesceDatabase
  place: Place
  keepDays: number
}

/**
 * Ships the embedded database to a place. Each round ships the log since the last shipped position, so the first round after an outage of
 * the place ships everything that it missed. The embedded engine writes only while a statement runs, in this process. The log in its files
 * is therefore complete up to the position that a statement reads.
 */
export class Shipper {
  readonly #host: ShipperHost
  readonly #claim: PlaceClaim
  readonly #files: FileShipper
  #generation: Generation | null = null
  #engineStarted = ''
  #erasures: string | null = null
  #background: Promise<void> | null = null
  #failure: { error: unknown; at: number } | null = null
  #isTidy = false
  #isPruneDue = false
  #isClosing = false
  #hasFailed = false
  #shippedUntil: Date | null = null

  constructor(host: ShipperHost) {
    this.#host = host
    this.#claim = new PlaceClaim(host.place)
    this.#files = new FileShipper(host.place, host.config.dataDir)
  }

  /** The time up to which the place has every commit; null before the place has the first base. */
  get shippedUntil(): Date | null {
    return this.#shippedUntil
  }

  /** The number of large stored files that are not in the place yet. */
  get filesUnderway(): number {
    return this.#files.underway
  }

  /**
   * The error of the last background task, which ships a base or deletes what is too old; null when it succeeded. Its failure does not stop
   * the shipping of the log.
   */
  get backgroundFailure(): unknown {
    return this.#failure?.error ?? null
  }

  /**
   * Ships everything that was committed before the call, except large stored files, which follow. Throws when the place cannot be reached
   * or another server ships to it.
   */
  async round(): Promise<void> {
    const { database, place, config } = this.#host
    if (!this.#isTidy) await deleteLeftoverBases(config.dataDir)
    this.#isTidy = true
    try {
      const state = await readLogState(database)
      if (state.started !== this.#engineStarted) this.#generation = null
      this.#engineStarted = state.started
      const generation = await this.#open(state)
      if (state.erasures !== this.#erasures) {
        await shipErasedList(place, database, config.dataDir)
        this.#erasures = state.erasures
      }
      if (generation.shipped < state.end) {
        await this.#files.ship()
        await generation.shipLog(state, state.end, state.at)
      }
      if (!this.#isClosing && this.#mayRetry()) {
        if (isBaseDue(generation, state)) this.#startBase(generation)
        else if (this.#isPruneDue) this.#startInBackground(() => this.#prune())
      }
      if (generation.base !== null) this.#shippedUntil = state.at
    } catch (error) {
      this.#hasFailed = true
      // The next round continues the generation if its last piece in the place matches the local log, otherwise it begins another one.
      if (error instanceof LogRecycledError || !this.#claim.isHeld) this.#generation = null
      throw error
    }
  }

  /** Ships the rest of the log, then a base that is under way, and releases the claim. Call it after the last round. */
  async close(): Promise<void> {
    if (this.#generation === null) return
    this.#isClosing = true
    await this.round()
    // A base waits until the log up to its end is shipped. That end can be later than the round above, which may have run while the
    // database was still being copied.
    while (this.#background !== null) {
      await Promise.race([this.#background, pause(WAIT_FOR_LOG_MS)])
      await this.round()
    }
    await this.#claim.release(this.#generation?.end ?? NOTHING)
  }

  async #open(state: LogState): Promise<Generation> {
    const { place, config } = this.#host
    if (this.#generation !== null && this.#claim.isHeld) {
      await this.#claim.renew(this.#generation.end)
      if (this.#hasFailed) await this.#shipLostFiles(this.#generation)
      this.#hasFailed = false
      return this.#generation
    }
    const end = await this.#claim.take()
    this.#erasures = null
    this.#files.forget()
    await this.#files.shipKeys()
    await this.#files.ship()
    this.#hasFailed = false
    const folder = join(config.dataDir, 'database/pg_wal')
    this.#generation = await Generation.resume(place, folder, state, end)
    if (this.#generation !== null) return this.#generation
    await this.#background
    const base = await takeBase(config, this.#host.quiesce)
    this.#generation = Generation.begin(place, folder, base)
    this.#startBase(this.#generation, base)
    return this.#generation
  }

  /** Ships again what the place may have lost while it could not be reached. A base that is under way continues. */
  async #shipLostFiles(generation: Generation): Promise<void> {
    this.#erasures = null
    this.#files.forget()
    await this.#files.shipKeys()
    await generation.findEnd()
  }

  /** Takes and ships a base in the background, so that the log is shipped meanwhile. */
  #startBase(generation: Generation, taken?: TakenBase): void {
    this.#startInBackground(() => this.#shipBase(generation, taken))
  }

  /** Starts a task that rounds do not wait for, unless one is running. */
  #startInBackground(task: () => Promise<void>): void {
    this.#background ??= task()
      .then(
        () => {
          this.#failure = null
        },
        (error: unknown) => {
          this.#failure = { error, at: performance.now() }
        },
      )
      .finally(() => {
        this.#background = null
      })
  }

  async #shipBase(generation: Generation, taken?: TakenBase): Promise<void> {
    const { config, quiesce } = this.#host
    const base = taken ?? (await takeBase(config, quiesce))
    try {
      const archive = await base.pack()
      // A base can be restored only with the log up to its end, which the rounds ship during this wait.
      while (generation.shipped < base.end) {
        if (this.#generation !== generation) return
        await pause(WAIT_FOR_LOG_MS, undefined, { ref: false })
      }
      await generation.shipBase(base, archive)
    } finally {
      await base.remove()
    }
    this.#isPruneDue = true
    await this.#prune()
  }

  /** Deletes from the place what is too old. Repeated after a failure, so that data of erased people does not stay until the next base. */
  async #prune(): Promise<void> {
    const { place, keepDays } = this.#host
    await prunePlace(place, keepDays, new Date())
    this.#isPruneDue = false
  }

  #mayRetry(): boolean {
    return this.#failure === null || performance.now() - this.#failure.at > RETRY_BACKGROUND_MS
  }
}

const NOTHING = { generation: null, lastPiece: null }

function isBaseDue({ base }: Generation, { end, at }: LogState): boolean {
  if (base === null) return true
  if (end === base.end) return false
  return end - base.end > BASE_AFTER_BYTES || at.getTime() - base.at.getTime() > BASE_AFTER_MS
}
