import { LOG_PAGE_BYTES, pageHeaderBytes } from '@site/contract/shipping/log-position'

/*
 * Reads the records of PostgreSQL's write-ahead log. Each page begins with a header; records follow each other at multiples of 8 bytes and
 * may continue on the next pages (src/include/access/xlogrecord.h, xlog_internal.h and xact.h of PostgreSQL).
 */

/** Reads bytes of the log at a position. Returns zeros, or fewer bytes than requested, where the log was not shipped. */
export type LogReader = (position: bigint, length: number) => Buffer

/**
 * Where the log ends, and when the last transaction before this position ended; null when the log that was read contains no such record.
 */
export type LogEnd = { position: bigint; lastCommit: Date | null }

const RECORD_HEADER_BYTES = 24
/** The largest record that PostgreSQL writes, XLogRecordMaxSize. */
const RECORD_BYTES_MAX = 1020 * 1024 * 1024
/** The part of a page's header that is read: magic number, flags, timeline and position. */
const PAGE_HEADER_BYTES = 16
/**
 * Flags in the header of a page. `continues`: the page begins with the rest of a record of the page before. `overwrites`: PostgreSQL wrote
 * the page after a crash, in place of the rest of a record.
 */
const PAGE_FLAGS = { continues: 0x1, overwrites: 0x8 } as const
const TRANSACTION_MANAGER = 1
const OPERATION_MASK = 0x70
/** The operations commit and abort, and commit and abort of a prepared transaction. */
const ENDS_TRANSACTION = new Set([0x00, 0x20, 0x30, 0x40])
const BLOCK_ID = { dataShort: 255, dataLong: 254, origin: 253, topTransaction: 252 } as const
/** How many bytes of a record are read to find the time of its transaction: header, origin, top transaction, length and time. */
const TRANSACTION_BYTES = RECORD_HEADER_BYTES + 3 + 5 + 5 + 8
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

/**
 * Returns the position of the first record that commits or aborts a transaction after `until`, or the end of the log when there is none.
 * Reads the records from `redo` on. Records before `base`, the end of the log when the base was copied, are never cut off, because the copy
 * contains their changes.
 */
export function findLogEnd(read: LogReader, redo: bigint, base: bigint, until: Date, segmentBytes: number): LogEnd {
  const log = new RecordReader(read, segmentBytes)
  let [position, previous]: [bigint, bigint | null] = [redo, null]
  let lastCommit: Date | null = null
  for (;;) {
    const start = log.skipPageHeader(position)
    const header = log.read(start, RECORD_HEADER_BYTES)
    const length = header.length < RECORD_HEADER_BYTES ? 0 : header.readUInt32LE(0)
    const isRecord = length >= RECORD_HEADER_BYTES && length <= RECORD_BYTES_MAX
    if (!isRecord || (previous !== null && header.readBigUInt64LE(8) !== previous)) return { position, lastCommit }
    const end = log.findEnd(start, length)
    if (end === null) return { position, lastCommit }
    if (end.isOverwritten) {
      position = end.position
      previous = null
      continue
    }
    const at = readTransactionTime(header, () => log.read(start, Math.min(length, TRANSACTION_BYTES)))
    if (at !== null) {
      if (at > until && start >= base) return { position: start, lastCommit }
      lastCommit = at
    }
    previous = start
    position = align(end.position)
  }
}

/** Returns the time at which the record's transaction ended, or null for any other record. */
function readTransactionTime(header: Buffer, readBeginning: () => Buffer): Date | null {
  if (header.readUInt8(17) !== TRANSACTION_MANAGER) return null
  if (!ENDS_TRANSACTION.has(header.readUInt8(16) & OPERATION_MASK)) return null
  const bytes = readBeginning()
  let at = RECORD_HEADER_BYTES
  for (;;) {
    const id = bytes.readUInt8(at)
    if (id === BLOCK_ID.origin) at += 3
    else if (id === BLOCK_ID.topTransaction) at += 5
    else if (id === BLOCK_ID.dataShort || id === BLOCK_ID.dataLong) {
      const microseconds = bytes.readBigInt64LE(at + (id === BLOCK_ID.dataShort ? 2 : 5))
      // Rounded up to milliseconds, so that a transaction that ended 0.5 ms after `until` counts as later.
      return new Date(EPOCH_MS + Number((microseconds + 999n) / 1_000n))
    } else throw new Error(`The record of a transaction has an unknown part (${id}).`)
  }
}

class RecordReader {
  readonly #read: LogReader
  readonly #segmentBytes: number

  constructor(read: LogReader, segmentBytes: number) {
    this.#read = read
    this.#segmentBytes = segmentBytes
  }

  /** Returns the position itself, or the position after the header when it is at the beginning of a page. */
  skipPageHeader(position: bigint): bigint {
    return position % LOG_PAGE_BYTES === 0n
      ? position + BigInt(pageHeaderBytes(position, this.#segmentBytes))
      : position
  }

  /** Reads up to `length` bytes of a record, without the page headers in between. */
  read(start: bigint, length: number): Buffer {
    const parts: Buffer[] = []
    for (const [position, size] of this.#parts(start, length)) parts.push(this.#read(position, size))
    return Buffer.concat(parts)
  }

  /**
   * Returns the position after a record, or null when the log ends before it. After a crash in the middle of a record, PostgreSQL continues
   * the log on the next page, in place of the rest of the record: `isOverwritten` is then true, and the position is that of this page.
   */
  findEnd(start: bigint, length: number): { position: bigint; isOverwritten: boolean } | null {
    const first = start - (start % LOG_PAGE_BYTES)
    let end = start
    for (const [position, size] of this.#parts(start, length)) {
      const page = position - (position % LOG_PAGE_BYTES)
      const header = this.#read(page, PAGE_HEADER_BYTES)
      if (header.length < PAGE_HEADER_BYTES || header.readBigUInt64LE(8) !== page) return null
      const flags = header.readUInt16LE(2)
      if (page !== first && (flags & PAGE_FLAGS.overwrites) !== 0) return { position: page, isOverwritten: true }
      if (page !== first && (flags & PAGE_FLAGS.continues) === 0) return null
      if (this.#read(position, size).length < size) return null
      end = position + BigInt(size)
    }
    return { position: end, isOverwritten: false }
  }

  *#parts(start: bigint, length: number): Generator<[position: bigint, size: number]> {
    let [position, rest] = [this.skipPageHeader(start), length]
    while (rest > 0) {
      const pageEnd = position - (position % LOG_PAGE_BYTES) + LOG_PAGE_BYTES
      const size = Math.min(rest, Number(pageEnd - position))
      yield [position, size]
      rest -= size
      position = this.skipPageHeader(position + BigInt(size))
    }
  }
}

function align(position: bigint): bigint {
  return (position + 7n) & ~7n
}
