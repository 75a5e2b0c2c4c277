import { open } from 'node:fs/promises'

/** Calls fsync on a folder, because a rename survives a power cut only after that. Skips Windows, which cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
