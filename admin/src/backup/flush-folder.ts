import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const AT_ONCE = 16

/**
 * Writes everything under a folder down to the disk, the folders too, so that a power cut takes nothing of it. Many at a time:
 * the disk then does most of it in one go. Windows cannot open folders, and needs it less.
 */
export async function flushFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || process.platform !== 'win32')
    .map((entry) => join(entry.parentPath, entry.name))
  const flusher = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await flush(path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, flusher))
  if (process.platform !== 'win32') await flush(folder)
}

async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
