import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { findSegmentStart, nameSegment, SEGMENT_BYTES } from '@site/contract/shipping/log-position'
import {
  generationFolder,
  nameBase,
  nameChunk,
  nameGeneration,
  parseBaseName,
  parseChunkName,
  type ShippedBase,
  type ShippedChunk,
} from '@site/contract/shipping/names'
import type { ObjectStore } from '@site/contract/shipping/object-store'
import type { BaseBackup } from '../operations/base-backup.ts'
import { type LogFiles, readLog } from './read-log.ts'

const compress = promisify(gzip)

/** The maximum size of a chunk in bytes, before compression. A whole chunk is held in memory. */
const PIECE_BYTES_MAX = 8n * 1024n * 1024n

/** Thrown when PostgreSQL removed a segment of the write-ahead log before it was shipped. */
export class LogRecycledError extends Error {}

/** A generation in a store: one continuous history of the write-ahead log. */
export class Generation {
  readonly name: string
  readonly #store: ObjectStore
  readonly #log: LogFiles
  /** The newest base that is in the store, the position up to which the store has the log, and the time of the last chunk. */
  base: ShippedBase | null
  shipped: bigint
  #at: Date

  private constructor(
    store: ObjectStore,
    log: LogFiles,
    name: string,
    base: ShippedBase | null,
    shipped: bigint,
    at: Date,
  ) {
    this.name = name
    this.#store = store
    this.#log = log
    this.base = base
    this.shipped = shipped
    this.#at = at
  }

  /** Begins a generation with the log of a base, which `shipBase` then ships. */
  static begin(store: ObjectStore, folder: string, { timeline, from, at }: BaseBackup): Generation {
    const name = nameGeneration(at, randomBytes(3).toString('hex'))
    return new Generation(store, { folder, timeline }, name, null, from, new Date(0))
  }

  /**
   * Continues a generation, of the log whose end is `end`. Returns null when the log is not its continuation: the last chunk in the store
   * must have the same bytes as the log. They differ after a restore to an earlier time, and the log is gone after a long outage.
   */
  static async resume(store: ObjectStore, log: LogFiles, name: string, end: bigint): Promise<Generation | null> {
    const last = await findLastChunk(store, log, name, end)
    if (last === null || last.end > end) return null
    const bytes = await readLog(log, last.start, last.end)
    if (bytes === null || hash(bytes) !== last.sha256) return null
    const bases = (await store.list(generationFolder(name, 'base'))).map((entry) => parseBaseName(entry.name))
    const base = bases.filter((each) => each !== null).at(-1) ?? null
    return new Generation(store, log, name, base, last.end, last.at)
  }

  /**
   * Ships the log up to `end`, in chunks. The log up to `end` contains every commit until `at`, which becomes the time of the last chunk.
   */
  async shipLog(end: bigint, at: Date): Promise<void> {
    while (this.shipped < end) {
      const start = this.shipped
      const stop = least(start + PIECE_BYTES_MAX, findSegmentStart(start) + SEGMENT_BYTES, end)
      const bytes = await readLog(this.#log, start, stop)
      if (bytes === null)
        throw new LogRecycledError(`PostgreSQL does not have ${nameSegment(start, this.#log.timeline)} any more`)
      // The log up to an earlier chunk lacks commits before `at`. The earlier chunk therefore gets the time of the chunk before it.
      const chunk = {
        timeline: this.#log.timeline,
        start,
        end: stop,
        at: stop === end ? at : this.#at,
        sha256: hash(bytes),
      }
      await this.#store.write(nameChunk(this.name, chunk), await compress(bytes, { level: 1 }))
      this.shipped = stop
      this.#at = chunk.at
    }
  }

  /** Ships a base of this generation. `archive` is the path of its archive. */
  async shipBase(backup: BaseBackup, archive: string): Promise<void> {
    const base = { generation: this.name, ...backup }
    const name = nameBase(base)
    await this.#store.writeFile(name, archive)
    this.base = { name, ...base }
  }
}

/** Finds the last chunk of a generation in the newest segment that has one and whose file still exists. */
async function findLastChunk(
  store: ObjectStore,
  log: LogFiles,
  name: string,
  end: bigint,
): Promise<ShippedChunk | null> {
  for (let position = end - 1n; position > 0n; position -= SEGMENT_BYTES) {
    const segment = nameSegment(position, log.timeline)
    const entries = await store.list(`${generationFolder(name, 'wal')}${segment}`)
    const chunks = entries.map((entry) => parseChunkName(entry.name)).filter((chunk) => chunk !== null)
    if (chunks.length > 0) return chunks.reduce((a, b) => (a.end > b.end ? a : b))
    const start = findSegmentStart(position)
    if ((await readLog(log, start, start + 1n)) === null) return null
  }
  return null
}

function least(...positions: bigint[]): bigint {
  return positions.reduce((a, b) => (a < b ? a : b))
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
