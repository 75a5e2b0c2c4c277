import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { fileFailure } from './failures.ts'

/**
 * Writes a file for its owner alone, whole or not at all: beside its place first, so that a work that breaks off leaves
 * nothing that looks finished. Takes the place of a file that is there.
 */
export async function writeWhole(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`
  const file = await open(unfinished, 'wx', 0o600).catch((cause: unknown) => {
    throw fileFailure(path, cause)
  })
  try {
    for await (const chunk of content) {
      await file.writeFile(chunk).catch((cause: unknown) => {
        throw fileFailure(path, cause)
      })
    }
    await file.sync()
    await file.close()
    await rename(unfinished, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}
