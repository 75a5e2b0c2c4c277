import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Has a folder with everything in it really on the disk, so that a power cut takes nothing of it. */
export function fsyncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(path)
    else sync(path)
  }
  sync(folder)
}

/** The same of one file, or of a folder's own list of names. */
export function sync(path: string): void {
  // Windows can't open folders; it needs no sync of them either.
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
