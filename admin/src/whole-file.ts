import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { type Failure, fileFailure } from './failures.ts'

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Writes a file for its owner alone, whole or not at all: beside its place first, so that a work that breaks off leaves
 * nothing behind, stopped by Ctrl-C too: what is written here are people and keys. Takes the place of a file that is there.
 */
export async function writeWhole(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`
  const file = await open(unfinished, 'wx', 0o600).catch((cause: unknown) => {
    throw notMade(path, cause)
  })
  const stop = (signal: (typeof ENDS)[number]) => {
    rmSync(unfinished, { force: true })
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of ENDS) process.on(signal, stop)
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
  } finally {
    for (const signal of ENDS) process.off(signal, stop)
  }
}

/** A new file is not missed where none can be made: its folder is. */
function notMade(path: string, cause: unknown): Failure {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
  return fileFailure(isMissing ? dirname(path) : path, cause)
}
