import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { WriteAheadLog } from '@site/backend/database/port/database'
import {
  generationFolder,
  nameBase,
  nameGeneration,
  namePiece,
  parseBaseName,
  parsePieceName,
  type ShippedBase,
  type ShippedPiece,
} from '@site/contract/shipping/names'
import type { Place } from '@site/contract/shipping/place'
import type { GenerationEnd } from './owner.ts'
import { eraseLogBefore, LogRecycledError, readLog } from './read-log.ts'
import type { TakenBase } from './take-base.ts'

const compress = promisify(gzip)

/** The maximum size of a piece in bytes, before compression. A whole piece is held in memory. */
const PIECE_BYTES_MAX = 8n * 1024n * 1024n

type Start = Pick<ShippedBase, 'from' | 'redo'>
type Made = {
  place: Place
  folder: string
  name: string
  start: Start
  base: ShippedBase | null
  last: ShippedPiece | null
}

/**
 * A generation in a place: one continuous history of the write-ahead log, which begins with the segment of its first base. `folder` is
 * PostgreSQL's folder of segment files, `pg_wal`.
 */
export class Generation {
  readonly name: string
  readonly #place: Place
  readonly #folder: string
  readonly #start: Start
  #base: ShippedBase | null
  #last: ShippedPiece | null

  private constructor({ place, folder, name, start, base, last }: Made) {
    this.name = name
    this.#place = place
    this.#folder = folder
    this.#start = start
    this.#base = base
    this.#last = last
  }

  /** Begins a generation with a copy of the database, which `shipBase` then ships. */
  static begin(place: Place, folder: string, { from, redo, at }: TakenBase): Generation {
    const name = nameGeneration(at, randomBytes(3).toString('hex'))
    return new Generation({ place, folder, name, start: { from, redo }, base: null, last: null })
  }

  /**
   * Continues the generation of the server that had the claim before. Returns null when the local log is not its continuation: the last
   * piece in the place must have the same bytes as the local log. They differ after a restore to an earlier time.
   */
  static async resume(
    place: Place,
    folder: string,
    log: WriteAheadLog,
    end: GenerationEnd,
  ): Promise<Generation | null> {
    const { generation: name, lastPiece } = end
    if (name === null) return null
    const bases = (await place.list(generationFolder(name, 'base')))
      .map((entry) => parseBaseName(entry.name))
      .filter((base) => base !== null)
    const [first, newest] = [bases[0], bases.at(-1)]
    if (first === undefined || newest === undefined) return null
    // The pieces from the one that the claim names on are few, because the claim is renewed every ten seconds.
    const last = await findLastPiece(place, name, lastPiece)
    if (last === null) return null
    const generation = new Generation({ place, folder, name, start: first, base: newest, last })
    return (await generation.#matches(last, log)) ? generation : null
  }

  /** The newest base that is in the place. */
  get base(): ShippedBase | null {
    return this.#base
  }

  /** The position up to which the place has the log. */
  get shipped(): bigint {
    return this.#last?.end ?? this.#start.from
  }

  get end(): GenerationEnd {
    return { generation: this.name, lastPiece: this.#last?.name ?? null }
  }

  /**
   * Finds the end of the log in the place again, because the place may have lost its newest pieces, for example when its disk was
   * disconnected. Pieces reach the disk in order, so that no earlier piece is missing when the last one is there.
   */
  async findEnd(): Promise<void> {
    if (this.#last === null) return
    const { name } = this.#last
    this.#last =
      (await findLastPiece(this.#place, this.name, name)) ?? (await findLastPiece(this.#place, this.name, null))
  }

  /**
   * Ships the log up to `end`, in pieces. The log up to `end` contains every commit until `at`, which becomes the time of the last piece.
   */
  async shipLog(log: WriteAheadLog, end: bigint, at: Date): Promise<void> {
    while (this.shipped < end) {
      const start = this.shipped
      const stop = start + PIECE_BYTES_MAX < end ? start + PIECE_BYTES_MAX : end
      const bytes = await this.#readPiece(log, start, stop)
      // The log up to an earlier piece lacks commits before `at`. The earlier piece therefore gets the time of the piece before it.
      const piece = { start, end: stop, at: stop === end ? at : (this.#last?.at ?? new Date(0)), sha256: hash(bytes) }
      const name = namePiece(this.name, piece)
      await this.#place.write(name, await compress(bytes, { level: 1 }))
      this.#last = { name, ...piece }
    }
  }

  /** Ships a base of this generation. `archive` is the path of its backup archive. */
  async shipBase({ from, redo, end, at }: TakenBase, archive: string): Promise<void> {
    const base = { generation: this.name, from, redo, end, at }
    const name = nameBase(base)
    await this.#place.writeFile(name, archive)
    this.#base = { name, ...base }
  }

  async #readPiece(log: WriteAheadLog, start: bigint, end: bigint): Promise<Buffer> {
    const { from, redo } = this.#start
    // Recovery does not need the log before `redo`, which may contain data of erased people.
    if (start !== from) return readLog(this.#folder, log, start, end)
    const bytes = await readLog(this.#folder, log, start, end > redo ? end : redo)
    eraseLogBefore(redo, bytes, log.segmentBytes)
    return bytes.subarray(0, Number(end - start))
  }

  async #matches({ start, end, sha256 }: ShippedPiece, log: WriteAheadLog): Promise<boolean> {
    try {
      return hash(await this.#readPiece(log, start, end)) === sha256
    } catch (error) {
      if (error instanceof LogRecycledError) return false
      throw error
    }
  }
}

/**
 * Finds the last piece of a generation among the piece named `from` and the later ones, or among all pieces when `from` is null. Returns null
 * when there is none.
 */
async function findLastPiece(place: Place, generation: string, from: string | null): Promise<ShippedPiece | null> {
  // A shortened name sorts before the name, so that the list of the names after it begins with the piece.
  const entries = await place.list(generationFolder(generation, 'wal'), from?.slice(0, -1))
  const pieces = entries.map(({ name }) => parsePieceName(name)).filter((piece) => piece !== null)
  return pieces.reduce<ShippedPiece | null>((a, b) => (a !== null && a.end > b.end ? a : b), null)
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
