import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findSegmentStart, nameSegment } from '@site/contract/shipping/log-position'
import { ignoreMissing } from '../operations/ignore-missing.ts'

/** A timeline of the write-ahead log, and the folder of its segment files, `pg_wal`. */
export type LogFiles = { folder: string; timeline: number }

/**
 * Reads the write-ahead log from position `start` to `end` of one segment. PostgreSQL must have flushed the log up to `end`: it never
 * changes these bytes, also not after a crash. Resolves to null when PostgreSQL has removed or recycled the segment.
 */
export async function readLog({ folder, timeline }: LogFiles, start: bigint, end: bigint): Promise<Buffer | null> {
  const file = join(folder, nameSegment(start, timeline))
  const bytes = Buffer.alloc(Number(end - start))
  await using segment = await open(file, 'r').catch(ignoreMissing)
  if (segment === null) return null
  const { bytesRead } = await segment.read(bytes, 0, bytes.length, Number(start - findSegmentStart(start)))
  // PostgreSQL recycles a segment by renaming its file, and then writes later log to it.
  const isSame = (await stat(file).catch(ignoreMissing))?.ino === (await segment.stat()).ino
  return bytesRead === bytes.length && isSame ? bytes : null
}
