import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fsyncPath } from './database/fsync-path.ts'

/**
 * Writes a file that only its owner can read: under a hidden name, flushed to disk and renamed. No reader sees a part of it, and a power cut
 * leaves the earlier file or this one. After an error, no draft is left.
 */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}`)
  try {
    await using handle = await open(draft, 'wx', 0o600)
    await handle.writeFile(content)
    await handle.sync()
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
  await rename(draft, file)
  await fsyncPath(dirname(file))
}
