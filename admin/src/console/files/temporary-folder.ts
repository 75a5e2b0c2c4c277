import { rmSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EnvironmentVariables } from '../../settings.ts'

const PREFIX = 'site-console-'
const LOCK = 'lock'

/** A folder for files of this process. Disposing deletes it. */
export type TemporaryFolder = Disposable & { path: string }

/**
 * Returns the folder for temporary files of several gigabytes: TMPDIR, else /var/tmp on Linux, because /tmp is often kept in memory there,
 * else the system's temporary folder.
 */
export function resolveTemporaryRoot(env: EnvironmentVariables): string {
  return env['TMPDIR'] || (process.platform === 'linux' ? '/var/tmp' : tmpdir())
}

/**
 * Creates a folder in `root` that only this user can read, and locks it until it is disposed or the process ends. The lock is an exclusive
 * SQLite lock on a file in the folder, which the operating system releases even when the process is killed.
 */
export async function createTemporaryFolder(root: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(root, PREFIX))
  const lock = new DatabaseSync(join(path, LOCK))
  lockExclusively(lock)
  return {
    path,
    [Symbol.dispose]() {
      lock.close()
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Deletes the folders of processes that were killed: those in `root` that belong to this user and are not locked. */
export async function deleteLeftOverFolders(root: string): Promise<void> {
  const names = await readdir(root).catch((): string[] => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const path = join(root, name)
    // In /var/tmp, another user can create a symlink or a folder with this name. Neither may be followed or deleted.
    const found = await lstat(path).catch(() => null)
    if (!found?.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) continue
    if (!isLocked(path)) await rm(path, { recursive: true, force: true })
  }
}

function isLocked(path: string): boolean {
  let lock: DatabaseSync | null = null
  try {
    lock = new DatabaseSync(join(path, LOCK), { timeout: 0 })
    lockExclusively(lock)
    return false
  } catch {
    return true
  } finally {
    lock?.close()
  }
}

/**
 * Takes SQLite's exclusive lock on a file. Throws when another process holds it. The journal mode `memory` keeps SQLite from creating a
 * journal file beside it.
 */
function lockExclusively(lock: DatabaseSync): void {
  lock.exec('pragma journal_mode = memory; begin exclusive')
}
