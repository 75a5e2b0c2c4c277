import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { findSegmentStart, LOG_PAGE_BYTES, nameOfSegment } from '@site/contract/shipping/log-position'
import { CommandFailure } from '../../failures.ts'

/** The offsets of the timeline and of the size of a segment in the header of a segment's first page. */
const TIMELINE_OFFSET = 4
const SEGMENT_BYTES_OFFSET = 32
const SEGMENT_BYTES_MAX = 1 << 30

/** The segment files of a write-ahead log that a restore assembles from pieces. Bytes that no piece contains are zero. */
export class LogSegments {
  readonly #folder: string
  readonly #from: bigint
  #timeline = 0
  #segmentBytes = 0
  /** The open files by the position at which their segment begins. */
  readonly #files = new Map<bigint, number>()
  /** A cache of the page that was read last, because a page holds many records, and each record is read in parts. */
  #page: { start: bigint; bytes: Buffer } = { start: -1n, bytes: Buffer.alloc(0) }

  /** `from` is the position at which the first segment begins. */
  constructor(folder: string, from: bigint) {
    this.#folder = folder
    this.#from = from
  }

  get segmentBytes(): number {
    return this.#segmentBytes
  }

  /** Writes the bytes of a piece. The first piece that is written must contain the header of the first segment. */
  write(start: bigint, bytes: Buffer): void {
    if (this.#segmentBytes === 0) this.#readHeader(bytes.subarray(Number(this.#from - start)))
    // The piece may begin in the segment before the first one that is needed.
    const skipped = start < this.#from ? Number(this.#from - start) : 0
    let position = start + BigInt(skipped)
    let rest = bytes.subarray(skipped)
    while (rest.length > 0) {
      const segment = findSegmentStart(position, this.#segmentBytes)
      const offset = Number(position - segment)
      const part = rest.subarray(0, this.#segmentBytes - offset)
      writeSync(this.#fileOf(segment), part, 0, part.length, offset)
      rest = rest.subarray(part.length)
      position += BigInt(part.length)
    }
  }

  /** Reads bytes of one page. Called after all pieces were written. Returns an empty buffer after the last segment. */
  readonly read = (position: bigint, length: number): Buffer => {
    const page = position - (position % LOG_PAGE_BYTES)
    if (this.#page.start !== page) this.#page = { start: page, bytes: this.#readPage(page) }
    const offset = Number(position - page)
    return this.#page.bytes.subarray(offset, offset + length)
  }

  /** Ends the log at a position: overwrites the rest of its segment with zeros, and deletes the later segments. */
  cutOff(position: bigint): void {
    for (const [segment, file] of this.#files) {
      if (segment >= position && segment > this.#from) {
        closeSync(file)
        this.#files.delete(segment)
        rmSync(this.#pathOf(segment))
      } else if (position < segment + BigInt(this.#segmentBytes)) {
        ftruncateSync(file, Number(position - segment))
        ftruncateSync(file, this.#segmentBytes)
      }
    }
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file)
    this.#files.clear()
  }

  #readPage(page: bigint): Buffer {
    const segment = findSegmentStart(page, this.#segmentBytes)
    const file = this.#files.get(segment)
    if (file === undefined) return Buffer.alloc(0)
    const bytes = Buffer.alloc(Number(LOG_PAGE_BYTES))
    readSync(file, bytes, 0, bytes.length, Number(page - segment))
    return bytes
  }

  #readHeader(bytes: Buffer): void {
    const size = bytes.length > SEGMENT_BYTES_OFFSET + 4 ? bytes.readUInt32LE(SEGMENT_BYTES_OFFSET) : 0
    if (size < 1 << 20 || size > SEGMENT_BYTES_MAX || (size & (size - 1)) !== 0) {
      throw new CommandFailure('bad_archive', 'The log does not begin with the header of a segment.')
    }
    this.#timeline = bytes.readUInt32LE(TIMELINE_OFFSET)
    this.#segmentBytes = size
  }

  #fileOf(segment: bigint): number {
    const known = this.#files.get(segment)
    if (known !== undefined) return known
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const file = openSync(this.#pathOf(segment), 'wx+', 0o600)
    ftruncateSync(file, this.#segmentBytes)
    this.#files.set(segment, file)
    return file
  }

  #pathOf(segment: bigint): string {
    return join(this.#folder, nameOfSegment(segment, this.#timeline, this.#segmentBytes))
  }
}
