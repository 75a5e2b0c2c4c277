import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ServerConfig } from '@site/backend/config'
import type { QuiesceDatabase, WriteAheadLog } from '@site/backend/database/port/database'
import { findSegmentStart, parseLogPosition } from '@site/contract/shipping/log-position'
import type { ShippedBase } from '@site/contract/shipping/names'
import { createBackupArchive } from '../operations/archive.ts'
import { copyFolder } from '../operations/copy-folder.ts'
import { listKeysElsewhere } from '../operations/snapshot.ts'

const PREFIX = 'shipping-'
const SEGMENT = /^pg_wal\/[0-9A-F]{24}$/

/** A copy of the database's files in a temporary folder, which is not packed as an archive yet. */
export type TakenBase = Pick<ShippedBase, 'from' | 'redo' | 'end' | 'at'> & {
  log: WriteAheadLog
  /** Packs the copy as a backup archive and returns the archive's path. */
  pack(): Promise<string>
  remove(): Promise<void>
}

/**
 * Copies the database's files while the database is paused after a checkpoint. The write-ahead log is left out, because it is shipped in
 * pieces.
 */
export async function takeBase(config: ServerConfig, quiesce: QuiesceDatabase): Promise<TakenBase> {
  const folder = join(config.dataDir, `${PREFIX}${randomUUID()}`)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
    return await quiesce(async ({ folder: database, version, log }) => {
      // The database is paused: every commit before `end` is older than this time, and every later commit is newer.
      const at = new Date()
      await copyFolder(database, join(folder, 'data/database'), (path) => !SEGMENT.test(path))
      const redo = parseLogPosition(log.redo)
      const snapshot = { takenAt: at, database: version, keysElsewhere: listKeysElsewhere(config), remove }
      return {
        from: findSegmentStart(redo, log.segmentBytes),
        redo,
        end: parseLogPosition(log.end),
        at,
        log,
        async pack() {
          const archive = join(folder, 'base.tar.gz')
          const packed = createBackupArchive({ ...snapshot, folder: join(folder, 'data') }, new Set())
          await pipeline(packed, createWriteStream(archive, { mode: 0o600 }))
          return archive
        },
        remove,
      }
    })
  } catch (error) {
    await remove()
    throw error
  }
}

/** Deletes the copies of a server that stopped while it shipped a base. */
export async function deleteLeftoverBases(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}
