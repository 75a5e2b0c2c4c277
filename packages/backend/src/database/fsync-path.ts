import { open } from 'node:fs/promises'

/** Flushes a file, or the entries of a folder, to disk. A rename survives a power cut only after its folder was flushed. */
export async function fsyncPath(path: string): Promise<void> {
  // Windows can't open folders and does not need to flush them.
  if (process.platform === 'win32') return
  await using file = await open(path, 'r')
  await file.sync()
}
