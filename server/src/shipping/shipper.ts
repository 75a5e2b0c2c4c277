import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerConfig } from '@site/backend/config'
import type { Database } from '@site/backend/database/port/database'
import { parseLogPosition, parseSegmentName } from '@site/contract/shipping/log-position'
import type { ObjectStore } from '@site/contract/shipping/object-store'
import { sql } from 'kysely'
import type { BaseBackup } from '../operations/base-backup.ts'
import { writeBaseArchive } from '../operations/site-archive.ts'
import { createWorkFolder } from '../operations/snapshot.ts'
import { Generation } from './generation.ts'
import { StoreClaim } from './owner.ts'
import { pruneStore } from './prune.ts'
import { ErasedListShipper } from './ship-erased-list.ts'
import { FileShipper } from './ship-files.ts'

/** The amount of log after which a new base is shipped. A restore replays about this much at most, which takes seconds. */
const BASE_AFTER_BYTES = 256n * 1024n * 1024n
const BASE_AFTER_MS = 24 * 60 * 60 * 1_000
/** The pause after a failed background task: a base cannot be taken, for example, while the disk is full. */
const RETRY_BACKGROUND_MS = 60_000
const WAIT_FOR_LOG_MS = 50

type ShipperHost = {
  config: ServerConfig
  database: Database
  store: ObjectStore
  keepDays: number
}

/** The end of the flushed log, which contains every commit before `at`. */
type LogEnd = { position: bigint; timeline: number; at: Date }
type TakenBase = AsyncDisposable & { backup: BaseBackup; archive: string }

/**
 * Ships the server's own PostgreSQL to a store. Each round ships the log since the last shipped position, so the first round after an outage
 * of the store ships everything that it missed.
 */
export class Shipper {
  readonly files: FileShipper
  readonly #host: ShipperHost
  readonly #claim: StoreClaim
  readonly #erased: ErasedListShipper
  #generation: Generation | null = null
  /** False after a failed round: the store may have lost its newest files, so the next round finds out what it has. */
  #isOpen = false
  #prunedFor: string | null = null
  #background: Promise<void> | null = null
  #failure: { error: unknown; at: number } | null = null
  #isClosing = false
  #shippedUntil: Date | null = null

  constructor(host: ShipperHost) {
    const { store, database, config } = host
    this.#host = host
    this.#claim = new StoreClaim(store)
    this.files = new FileShipper(store, config.dataDir)
    this.#erased = new ErasedListShipper(store, database, config.dataDir)
  }

  /** The time up to which the store has every commit; null before the store has the first base. */
  get shippedUntil(): Date | null {
    return this.#shippedUntil
  }

  /** An error of a background task, which ships a base or large files or deletes what is too old. It does not stop the shipping of the log. */
  get backgroundFailure(): unknown {
    return this.#failure?.error ?? this.files.failure
  }

  /**
   * Ships everything that was committed before the call, except large stored files, which follow. Throws when the store cannot be reached
   * or another server ships to it.
   */
  async round(): Promise<void> {
    try {
      const end = await readLogEnd(this.#host.database)
      const generation = (this.#isOpen ? this.#generation : null) ?? (await this.#open(end))
      await this.#claim.renew(generation.name)
      if (generation.shipped < end.position) {
        await this.files.ship()
        await this.#erased.ship()
        await generation.shipLog(end.position, end.at)
      }
      this.#isOpen = true
      if (generation.base !== null) this.#shippedUntil = end.at
      this.files.shipLarge().catch(() => {}) // `files.failure` has the error
      if (!this.#isClosing && this.#mayRetry()) this.#startDueTask(generation, end)
    } catch (error) {
      this.#isOpen = false
      throw error
    }
  }

  /** Ships the rest of the log, then a base that is under way, and releases the claim. Call it after the last round. */
  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#generation === null) return
    await this.round()
    // A base waits until the log up to its end is shipped, which can be later than the round above.
    while (this.#background !== null) {
      await Promise.race([this.#background, pause(WAIT_FOR_LOG_MS)])
      await this.round()
    }
    await this.#claim.release()
  }

  async #open(end: LogEnd): Promise<Generation> {
    const { store, database } = this.#host
    const name = await this.#claim.take()
    this.#erased.forget()
    await this.files.begin()
    await this.files.ship()
    const folder = join(database.own?.folder ?? '', 'pg_wal')
    const log = { folder, timeline: end.timeline }
    const resumed = name === null ? null : await Generation.resume(store, log, name, end.position)
    this.#generation = resumed
    if (resumed !== null) return resumed
    await this.#background // a base of another generation, which ends without shipping it
    const base = await this.#takeBase()
    const generation = Generation.begin(store, folder, base.backup)
    this.#generation = generation
    this.#startInBackground(() => this.#shipBase(generation.name, base))
    return generation
  }

  #startDueTask(generation: Generation, { position, at }: LogEnd): void {
    const { base, name } = generation
    const isDue =
      base === null || position - base.end > BASE_AFTER_BYTES || at.getTime() - base.at.getTime() > BASE_AFTER_MS
    if (isDue) this.#startInBackground(() => this.#shipBase(name))
    else if (base.name !== this.#prunedFor) this.#startInBackground(() => this.#prune(base.name))
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

  #mayRetry(): boolean {
    return this.#failure === null || performance.now() - this.#failure.at > RETRY_BACKGROUND_MS
  }

  /** Copies the database's files to an archive, without the log, which is shipped in chunks. */
  async #takeBase(): Promise<TakenBase> {
    await using resources = new AsyncDisposableStack()
    const folder = resources.use(await createWorkFolder(this.#host.config.dataDir))
    const archive = join(folder.path, 'base.tar.gz')
    const backup = await writeBaseArchive(this.#host, archive)
    const owned = resources.move()
    return { backup, archive, [Symbol.asyncDispose]: () => owned.disposeAsync() }
  }

  async #shipBase(name: string, taken?: TakenBase): Promise<void> {
    await using base = taken ?? (await this.#takeBase())
    // A base can be restored only with the log up to its end, which the rounds ship during this wait.
    while (this.#generation?.name === name) {
      if (this.#generation.shipped >= base.backup.end) {
        await this.#generation.shipBase(base.backup, base.archive) // not returned, because the archive is deleted at the end
        return
      }
      await pause(WAIT_FOR_LOG_MS, undefined, { ref: false })
    }
  }

  /** Deletes from the store what is too old. Repeated after a failure, so that data of erased people does not stay until the next base. */
  async #prune(base: string): Promise<void> {
    await pruneStore(this.#host.store, this.#host.keepDays, new Date())
    this.#prunedFor = base
  }
}

async function readLogEnd({ kysely }: Database): Promise<LogEnd> {
  // The time is taken before the statement is queued, because a transaction that commits later may be missing from the log up to `end`.
  const at = new Date()
  const { rows } = await sql<{ position: string; segment: string }>`
    select lsn::text as position, pg_walfile_name(lsn) as segment from pg_current_wal_flush_lsn() as lsn`.execute(
    kysely,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The state of the write-ahead log has no row.')
  return { position: parseLogPosition(row.position), timeline: parseSegmentName(row.segment).timeline, at }
}
