import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, open, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type BackupManifest, CLUSTER_PATH, STORED_FILES_PATH } from '@site/contract/backup-manifest'
import { findSegmentStart, nameSegment, SEGMENT_BYTES } from '@site/contract/shipping/log-position'
import {
  parseFileName,
  SHIPPED_FILES,
  SHIPPED_KEYS,
  type ShippedBase,
  type ShippedChunk,
} from '@site/contract/shipping/names'
import type { ObjectStore } from '@site/contract/shipping/object-store'
import { CommandFailure } from '../../failures.ts'
import { registerSignalCleanup } from '../../signal-cleanup.ts'
import { HashedBytes } from '../hashed-bytes.ts'
import { readArchive, writeNewFile } from '../read-archive.ts'

const decompress = promisify(gunzip)
const AT_ONCE = 8

/** Unpacks a base (a copy of the database's files) into a folder, and adds the keys. Returns the manifest of the base. */
export async function unpackBase(
  store: ObjectStore,
  base: ShippedBase,
  folder: string,
  advance: (bytes: number) => void,
): Promise<BackupManifest> {
  const archive = join(folder, 'base.tar.gz')
  using _stopped = registerSignalCleanup(() => rmSync(archive, { force: true }))
  await writeNewFile(archive, await store.open(base.name))
  const manifest = await readArchive(archive, folder, advance)
  await rm(archive)
  for (const name of SHIPPED_KEYS.names) {
    const bytes = await store.read(`${SHIPPED_KEYS.folder}${name}`)
    if (bytes !== null) await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600 })
  }
  return manifest
}

/** Assembles the segments of the write-ahead log from their chunks. What follows the last chunk is zeros, where recovery ends. */
export async function unpackLog(
  store: ObjectStore,
  chunks: readonly ShippedChunk[],
  folder: string,
  advance: (bytes: number) => void,
): Promise<void> {
  const pathOf = ({ start, timeline }: ShippedChunk) => {
    return join(folder, CLUSTER_PATH, 'pg_wal', nameSegment(start, timeline))
  }
  for (const path of new Set(chunks.map(pathOf))) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, '', { flag: 'wx', mode: 0o600 })
    await truncate(path, Number(SEGMENT_BYTES))
  }
  await inParallel(chunks, async (chunk) => {
    const packed = await store.read(chunk.name)
    const length = Number(chunk.end - chunk.start)
    const bytes = packed && (await decompress(packed, { maxOutputLength: length }).catch(() => null))
    if (bytes?.length !== length || createHash('sha256').update(bytes).digest('hex') !== chunk.sha256)
      throw createDamagedFailure(store, chunk.name)
    await using segment = await open(pathOf(chunk), 'r+')
    await segment.write(bytes, 0, length, Number(chunk.start - findSegmentStart(chunk.start)))
    advance(packed?.length ?? 0)
  })
}

/** Copies the stored files with these versions that the store has. */
export async function unpackFiles(store: ObjectStore, folder: string, versions: ReadonlySet<string>): Promise<void> {
  const files = (await store.list(SHIPPED_FILES.folder)).map(({ name }) => parseFileName(name))
  const wanted = files.filter((file) => file !== null).filter(({ path }) => versions.has(path.slice(3)))
  await inParallel(wanted, async ({ name, path, sha256 }) => {
    const bytes = new HashedBytes(await store.open(name))
    await writeNewFile(join(folder, STORED_FILES_PATH, path), bytes)
    if (bytes.digest() !== sha256) throw createDamagedFailure(store, name)
  })
}

function createDamagedFailure(store: ObjectStore, name: string): CommandFailure {
  return new CommandFailure('bad_archive', `${store.address}: ${name} is damaged.`)
}

async function inParallel<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
