import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { availableMemory } from 'node:process'
import { serveDearThings } from './once-a-run.ts'

const IN_MEMORY = '/dev/shm'
const PLENTY = 4 * 1024 ** 3

/** Runs in the first process of a test run, before any test; vitest and Playwright both call what it answers at the end. */
export default async function setUpRun(): Promise<() => Promise<void>> {
  useFolderOfOurOwn()
  return serveDearThings()
}

/** Whatever the run puts into the temporary folder goes with it, also when it is stopped halfway. */
function useFolderOfOurOwn(): void {
  const folder = mkdtempSync(join(quickFolder() ?? tmpdir(), 'test-run-'))
  chmodSync(folder, 0o711) // the database server of the tests runs as another user when this is root
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
}

/**
 * A folder in memory where there is plenty of it, unless somebody named a folder. Every test server gets a database of a thousand
 * files, and writing, flushing and removing those is a good part of a run on a disk.
 */
function quickFolder(): string | null {
  if (process.env['TMPDIR']) return null
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, availableMemory()) > PLENTY ? IN_MEMORY : null
  } catch {
    return null // no such folder on this system
  }
}
