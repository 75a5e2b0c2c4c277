import { LOG_PAGE_BYTES, pageHeaderBytes } from '@site/contract/shipping/log-position'
import { expect, test } from 'vitest'
import { findLogEnd, type LogReader } from './find-log-end.ts'

const SEGMENT = 1024 * 1024
const FROM = BigInt(SEGMENT)
const PAGE = Number(LOG_PAGE_BYTES)
const FLAGS = { continues: 1, overwrites: 8 }
const [COMMIT, ABORT, TRANSACTION, HEAP] = [0x00, 0x20, 1, 10]
const EPOCH = Date.UTC(2000, 0, 1)
const time = (second: number) => new Date(`2026-11-26T12:00:${String(second).padStart(2, '0')}.000Z`)

/** Writes a log of up to two segments in PostgreSQL's format. */
class TestLog {
  readonly bytes = Buffer.alloc(2 * SEGMENT)
  position = FROM + 40n
  #previous = 0n
  readonly read: LogReader = (position, length) => {
    const at = Number(position - FROM)
    return at >= this.bytes.length ? Buffer.alloc(0) : this.bytes.subarray(at, at + length)
  }

  constructor() {
    this.#openPage(FROM, 0)
  }

  /** Adds a record and returns its position. */
  add(manager: number, info: number, data: Buffer, keep = Number.POSITIVE_INFINITY): bigint {
    if (this.position % LOG_PAGE_BYTES === 0n) this.#openPage(this.position, 0)
    const start = this.position
    const head = data.length < 256 ? Buffer.from([255, data.length]) : Buffer.alloc(5, 254)
    if (head.length === 5) head.writeUInt32LE(data.length, 1)
    const record = Buffer.concat([Buffer.alloc(24), head, data])
    record.writeUInt32LE(record.length, 0)
    record.writeBigUInt64LE(this.#previous, 8)
    record.writeUInt8(info, 16)
    record.writeUInt8(manager, 17)
    for (let done = 0; done < Math.min(record.length, keep); ) {
      if (this.position % LOG_PAGE_BYTES === 0n) this.#openPage(this.position, FLAGS.continues)
      const room = PAGE - Number(this.position % LOG_PAGE_BYTES)
      const part = record.subarray(done, Math.min(done + room, keep))
      part.copy(this.bytes, Number(this.position - FROM))
      done += part.length
      this.position += BigInt(part.length)
    }
    this.position = (this.position + 7n) & ~7n
    this.#previous = start
    return start
  }

  end(at: Date, info = COMMIT): bigint {
    const data = Buffer.alloc(16)
    data.writeBigInt64LE(BigInt(at.getTime() - EPOCH) * 1_000n, 0)
    return this.add(TRANSACTION, info, data)
  }

  /** Continues the log after a crash: the flag of the next page says that it replaces the rest of a record. */
  overwrite(): void {
    this.position = this.position - (this.position % LOG_PAGE_BYTES) + LOG_PAGE_BYTES
    this.#openPage(this.position, FLAGS.overwrites)
    this.#previous = 0n
  }

  #openPage(page: bigint, flags: number): void {
    const at = Number(page - FROM)
    this.bytes.writeUInt16LE(flags, at + 2)
    this.bytes.writeBigUInt64LE(page, at + 8)
    this.position = page + BigInt(pageHeaderBytes(page, SEGMENT))
  }
}

const endOf = (log: TestLog, until: Date, base = FROM + 40n) => findLogEnd(log.read, FROM + 40n, base, until, SEGMENT)

test('findLogEnd returns the position of the first transaction that ended after the time', () => {
  const log = new TestLog()
  log.add(HEAP, COMMIT, Buffer.alloc(100))
  log.end(time(1))
  const second = log.end(time(2))
  const third = log.end(time(3), ABORT)
  const end = log.position
  expect(endOf(log, new Date(time(2).getTime() - 1))).toEqual({ position: second, lastCommit: time(1) })
  expect(endOf(log, time(2))).toEqual({ position: third, lastCommit: time(2) })
  expect(endOf(log, time(3))).toEqual({ position: end, lastCommit: time(3) })
  expect(endOf(log, time(0))).toEqual({ position: expect.any(BigInt), lastCommit: null })
})

test('findLogEnd cuts off a transaction that ended a microsecond after the time', () => {
  const log = new TestLog()
  const data = Buffer.alloc(8)
  data.writeBigInt64LE(BigInt(time(1).getTime() - EPOCH) * 1_000n + 1n, 0)
  const start = log.add(TRANSACTION, COMMIT, data)
  expect(endOf(log, time(1)).position).toBe(start)
})

test('findLogEnd reads records that continue on later pages and segments', () => {
  const log = new TestLog()
  for (let count = 0; count < 40; count += 1) log.add(HEAP, COMMIT, Buffer.alloc(30_001, 0xff))
  log.end(time(1))
  const later = log.end(time(5))
  expect(later).toBeGreaterThan(FROM + BigInt(SEGMENT))
  expect(endOf(log, time(4))).toEqual({ position: later, lastCommit: time(1) })
})

test('findLogEnd never cuts off transactions that the base contains, even when their times are later because the clock was ahead', () => {
  const log = new TestLog()
  log.end(time(9))
  const base = log.position
  const later = log.end(time(8))
  expect(endOf(log, time(5), base)).toEqual({ position: later, lastCommit: time(9) })
})

test('findLogEnd ends the log at an incomplete record', () => {
  for (const keep of [8, 30, 20_000]) {
    const log = new TestLog()
    log.end(time(1))
    const start = log.add(HEAP, COMMIT, Buffer.alloc(50_000, 1), keep)
    expect(endOf(log, time(9)), String(keep)).toEqual({ position: start, lastCommit: time(1) })
  }
})

test('after a crash in the middle of a record, findLogEnd continues at the page that replaces the rest of the record', () => {
  const log = new TestLog()
  log.add(HEAP, COMMIT, Buffer.alloc(50_000, 1), 20_000)
  log.overwrite()
  log.end(time(1))
  const later = log.end(time(3))
  expect(endOf(log, time(2))).toEqual({ position: later, lastCommit: time(1) })
})

test('findLogEnd ends the log at a record without the position of the record before it', () => {
  const log = new TestLog()
  log.end(time(1))
  const start = log.end(time(2))
  log.bytes.writeBigUInt64LE(7n, Number(start - FROM) + 8)
  expect(endOf(log, time(9))).toEqual({ position: start, lastCommit: time(1) })
})

test('findLogEnd reads the time of a transaction after an origin and a top transaction, and in a long record', () => {
  const at = Buffer.alloc(300)
  at.writeBigInt64LE(BigInt(time(4).getTime() - EPOCH) * 1_000n, 0)
  const log = new TestLog()
  log.add(TRANSACTION, COMMIT, at)
  expect(endOf(log, time(9)).lastCommit).toEqual(time(4))
  const start = log.end(time(5))
  const offset = Number(start - FROM) + 24
  const rest = Buffer.from(log.bytes.subarray(offset, offset + 18))
  log.bytes.fill(0, offset, offset + 8)
  log.bytes.writeUInt8(253, offset)
  log.bytes.writeUInt8(252, offset + 3)
  rest.copy(log.bytes, offset + 8)
  log.bytes.writeUInt32LE(24 + 8 + 18, Number(start - FROM))
  expect(endOf(log, time(9)).lastCommit).toEqual(time(5))
})
