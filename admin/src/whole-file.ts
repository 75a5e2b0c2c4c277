import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Failure, fileFailure } from './failures.ts'
import { whenStopped } from './when-stopped.ts'

/**
 * Writes a file for its owner alone, whole or not at all: beside its place first, so that a work that breaks off leaves
 * nothing behind, stopped by Ctrl-C too: what is written here are people and keys. Takes the place of a file that is there.
 */
export async function writeWhole(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`
  const file = await open(unfinished, 'wx', 0o600).catch((cause: unknown) => {
    throw notMade(path, cause)
  })
  using _stopped = whenStopped(() => rmSync(unfinished, { force: true }))
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

/** A new file is not missed where none can be made: its folder is. */
function notMade(path: string, cause: unknown): Failure {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
  return fileFailure(isMissing ? dirname(path) : path, cause)
}
