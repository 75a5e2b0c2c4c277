import { lchown, open, readdir, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '@site/contract/sync-folder'
import { createFileFailure, isMissingFile } from '../failures.ts'

/** Returns whether a data folder contains a file or folder; false when it does not exist. */
export async function holdsData(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch (cause) {
    if (isMissingFile(cause)) return false
    throw createFileFailure(folder, cause)
  }
}

/**
 * Changes the owner of the unpacked files to the owner of the folder that they replace, because root runs the restore and the server
 * runs as another user.
 */
export async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  if (process.getuid?.() !== 0 || (uid === 0 && gid === 0)) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), uid, gid)
  await lchown(folder, uid, gid)
}

/** Replaces the data folder by renaming, so that an interruption leaves either the old data or the new data, never a mixture. */
export async function replaceDataFolder(unpacked: string, target: string, aside: string | null): Promise<void> {
  if (aside !== null) await rename(target, aside)
  await rename(unpacked, target)
  await syncFolder(dirname(target))
}

/**
 * Moves the unpacked files into the existing data folder, the database last. If the move is interrupted, the server finds no
 * database and creates an empty one instead of starting with a partial one. A second restore then rejects the folder because of the
 * files that were already moved.
 */
export async function moveUp(unpacked: string, target: string): Promise<void> {
  const names = await readdir(unpacked)
  for (const name of names.sort((a, b) => Number(a === 'postgres') - Number(b === 'postgres'))) {
    await rename(join(unpacked, name), join(target, name))
  }
  await rmdir(unpacked)
  await syncFolder(target)
}

const CONCURRENCY = 16

/**
 * Calls fsync on every file and directory under a folder, so that a power cut loses none of them. Syncs 16 files concurrently, which the
 * disk merges into fewer writes. Skips directories on Windows, which cannot open them.
 */
export async function flushFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || process.platform !== 'win32')
    .map((entry) => join(entry.parentPath, entry.name))
  const flusher = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await flush(path)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, flusher))
  await syncFolder(folder)
}

async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
