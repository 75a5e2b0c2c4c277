import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { availableMemory } from 'node:process'
import { serveSharedTestFixtures } from './shared-fixtures.ts'

const IN_MEMORY = '/dev/shm'
const PLENTY = 4 * 1024 ** 3

/**
 * Sets up a test run. vitest or Playwright calls it once before all tests, in the main process, and calls the returned function at
 * the end.
 */
export default async function setUpRun(): Promise<() => Promise<void>> {
  useOwnTemporaryFolder()
  return serveSharedTestFixtures()
}

/** Sets TMPDIR to a new folder, which is deleted at the end of the run, also on a signal. */
function useOwnTemporaryFolder(): void {
  const folder = mkdtempSync(join(quickFolder() ?? tmpdir(), 'test-run-'))
  chmodSync(folder, 0o711) // when run as root, the PostgreSQL server of the tests runs as another user
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
}

/**
 * Returns a temporary folder in memory when more than 4 GiB are available, unless TMPDIR is set. Every test server has a database of
 * a thousand files; writing, syncing and deleting them on a disk takes a considerable part of the test run.
 */
function quickFolder(): string | null {
  if (process.env['TMPDIR']) return null
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, availableMemory()) > PLENTY ? IN_MEMORY : null
  } catch {
    return null // this system has no folder in memory
  }
}
