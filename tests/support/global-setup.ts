import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveDearThings } from './once-a-run.ts'

/** Runs in the first process of a test run, before any test; vitest and Playwright both call what it answers at the end. */
export default async function setUpRun(): Promise<() => Promise<void>> {
  useFolderOfOurOwn()
  return serveDearThings()
}

/** Whatever the run puts into the temporary folder goes with it, also when it is stopped halfway. */
function useFolderOfOurOwn(): void {
  const folder = mkdtempSync(join(tmpdir(), 'test-run-'))
  chmodSync(folder, 0o711) // the database server of the tests runs as another user when this is root
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
}
