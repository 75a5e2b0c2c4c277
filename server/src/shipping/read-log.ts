import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { WriteAheadLog } from '@site/backend/database/port/database'
import {
  findSegmentStart,
  LOG_PAGE_BYTES,
  LOG_PAGE_HEADER_BYTES,
  nameOfSegment,
  pageHeaderBytes,
} from '@site/contract/shipping/log-position'

/** Thrown when PostgreSQL recycled a segment of the write-ahead log before it was shipped. */
export class LogRecycledError extends Error {}

/**
 * Reads the write-ahead log from position `start` to `end` from the segment files in a folder. PostgreSQL must have flushed the log up to
 * `end`. Throws `LogRecycledError` when a segment file is missing or too short.
 */
export async function readLog(folder: string, log: WriteAheadLog, start: bigint, end: bigint): Promise<Buffer> {
  const { timeline, segmentBytes } = log
  const bytes = Buffer.alloc(Number(end - start))
  for (let at = start; at < end; ) {
    const segmentStart = findSegmentStart(at, segmentBytes)
    const segmentEnd = segmentStart + BigInt(segmentBytes)
    const stop = segmentEnd < end ? segmentEnd : end
    const name = nameOfSegment(at, timeline, segmentBytes)
    await readInto(
      bytes.subarray(Number(at - start), Number(stop - start)),
      join(folder, name),
      Number(at - segmentStart),
    )
    at = stop
  }
  return bytes
}

async function readInto(bytes: Buffer, file: string, position: number): Promise<void> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw new LogRecycledError(file, { cause })
    throw cause
  })
  await using segment = handle
  const { bytesRead } = await segment.read(bytes, 0, bytes.length, position)
  if (bytesRead < bytes.length) throw new LogRecycledError(`${file} is too short`)
}

/**
 * Overwrites with zeros what recovery from `redo` does not need, because it may contain data of erased people: the bytes between the
 * beginning of the segment and `redo`, except the header of the segment and the header of the page with `redo`. `bytes` begins where the
 * segment that contains `redo` begins.
 */
export function eraseLogBefore(redo: bigint, bytes: Buffer, segmentBytes: number): void {
  const segmentStart = findSegmentStart(redo, segmentBytes)
  const pageStart = redo - (redo % LOG_PAGE_BYTES)
  const pageOffset = Number(pageStart - segmentStart)
  bytes.fill(0, LOG_PAGE_HEADER_BYTES.first, Math.max(pageOffset, LOG_PAGE_HEADER_BYTES.first))
  bytes.fill(0, pageOffset + pageHeaderBytes(redo, segmentBytes), Number(redo - segmentStart))
}
