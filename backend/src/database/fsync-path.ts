import { closeSync, fsyncSync, openSync } from 'node:fs'

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
