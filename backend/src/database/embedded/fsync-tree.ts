import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Syncs a folder and everything in it to disk, so that it survives a power cut. */
export function fsyncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) fsyncFolder(path)
    else fsyncPath(path)
  }
  fsyncPath(folder)
}

/** Syncs one file, or the entries of a folder, to disk. */
export function fsyncPath(path: string): void {
  // Windows can't open folders and does not need to sync them to disk.
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
