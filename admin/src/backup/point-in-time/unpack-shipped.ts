import { createHash } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  parseFileName,
  SHIPPED_FILES,
  SHIPPED_KEYS,
  type ShippedBase,
  type ShippedFile,
  type ShippedPiece,
} from '@site/contract/shipping/names'
import type { Place } from '@site/contract/shipping/place'
import { CommandFailure } from '../../failures.ts'
import { registerSignalCleanup } from '../../signal-cleanup.ts'
import { readArchive } from '../read-archive.ts'
import { findLogEnd, type LogEnd } from './find-log-end.ts'
import { LogSegments } from './log-segments.ts'

const decompress = promisify(gunzip)
const AT_ONCE = 8

/** Unpacks a base (a copy of the database's files) into a folder, and adds the keys. Returns the manifest of the base. */
export async function unpackBase(place: Place, base: ShippedBase, folder: string, advance: (bytes: number) => void) {
  const archive = join(folder, 'base.tar.gz')
  using _stopped = registerSignalCleanup(() => rmSync(archive, { force: true }))
  try {
    await pipeline(await place.open(base.name), createWriteStream(archive, { mode: 0o600 }))
    const manifest = await readArchive(archive, folder, advance)
    for (const name of SHIPPED_KEYS.names) {
      const bytes = await place.read(`${SHIPPED_KEYS.folder}${name}`)
      if (bytes !== null) await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600 })
    }
    return manifest
  } finally {
    rmSync(archive, { force: true })
  }
}

type Log = {
  place: Place
  base: ShippedBase
  pieces: readonly ShippedPiece[]
  until: Date
  folder: string
  advance: (bytes: number) => void
}

/**
 * Assembles the segments of the write-ahead log from their pieces, and cuts the log off before the first transaction that ended after
 * `until`. PostgreSQL recovers the files to exactly this position when it starts.
 */
export async function unpackLog({ place, base, pieces, until, folder, advance }: Log): Promise<LogEnd> {
  const log = new LogSegments(join(folder, 'database/pg_wal'), base.from)
  const [first, ...rest] = pieces
  if (first === undefined) throw new CommandFailure('bad_archive', `${place.address}: ${base.name} has no log.`)
  try {
    const load = async (piece: ShippedPiece) => {
      const { bytes, compressed } = await readPiece(place, piece)
      log.write(piece.start, bytes)
      advance(compressed)
    }
    await load(first)
    await inParallel(rest, load)
    const end = findLogEnd(log.read, base.redo, base.end, until, log.segmentBytes)
    if (end.position < base.end) {
      throw new CommandFailure('bad_archive', `${place.address}: the log does not reach the end of ${base.name}.`)
    }
    log.cutOff(end.position)
    return end
  } finally {
    log.close()
  }
}

/**
 * Copies the stored files that were not deleted before `until`. Returns their number. Files that were stored after `until` are copied too:
 * the restored database has no row for them, so no request finds them.
 */
export async function unpackFiles(place: Place, folder: string, until: Date): Promise<number> {
  const deleted = await place.list(SHIPPED_FILES.deletedFolder)
  const gone = new Set(
    deleted
      .filter(({ writtenAt }) => writtenAt <= until)
      .map(({ name }) => name.slice(SHIPPED_FILES.deletedFolder.length)),
  )
  const entries = await place.list(SHIPPED_FILES.folder)
  const files = entries
    .map(({ name }) => parseFileName(name))
    .filter((file) => file !== null)
    .filter(({ name }) => !gone.has(name.slice(SHIPPED_FILES.folder.length)))
  await inParallel(files, (file) => copyFile(place, file, join(folder, SHIPPED_FILES.inDataFolder, file.path)))
  return files.length
}

async function readPiece(place: Place, { name, start, end, sha256 }: ShippedPiece) {
  const packed = await place.read(name)
  const bytes = packed && (await decompress(packed).catch(() => null))
  const isWhole = bytes?.length === Number(end - start) && hashOf(bytes) === sha256
  if (!isWhole) throw new CommandFailure('bad_archive', `${place.address}: ${name} is damaged.`)
  return { bytes, compressed: packed?.length ?? 0 }
}

async function copyFile(place: Place, { name, sha256 }: ShippedFile, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const source = await place.open(name)
  async function* hashed() {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(hashed, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  if (hash.digest('hex') !== sha256) {
    throw new CommandFailure('bad_archive', `${place.address}: ${name} is damaged.`)
  }
}

async function inParallel<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
