import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '@site/contract/sync-folder'
import { type CommandFailure, createFileFailure, failWithFile, isMissingFile } from './failures.ts'
import { registerSignalCleanup } from './signal-cleanup.ts'

/**
 * Writes a file atomically, readable by the owner only: writes a .part file, calls fsync and renames the .part file. Replaces an
 * existing file. Deletes the .part file on an error and on Ctrl-C, because it may contain personal data or keys.
 */
export async function writeAtomically(
  path: string,
  content: string | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`
  const file = await open(unfinished, 'wx', 0o600).catch((cause: unknown) => {
    throw createFailure(path, cause)
  })
  using _stopped = registerSignalCleanup(() => rmSync(unfinished, { force: true }))
  try {
    for await (const chunk of typeof content === 'string' ? [content] : content) {
      await file.writeFile(chunk).catch(failWithFile(path))
    }
    await file.sync()
    await file.close()
    await rename(unfinished, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

/** ENOENT on creating a file means that its folder is missing, so the CommandFailure names the folder. */
function createFailure(path: string, cause: unknown): CommandFailure {
  const isMissing = isMissingFile(cause)
  return createFileFailure(isMissing ? dirname(path) : path, cause)
}
