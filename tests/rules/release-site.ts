import { afterAll, test } from 'vitest'
import { recordLoggedEvents } from '../support/logged-events.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { writeTestInstallers } from './admin-release-files.ts'
import { createPinnedEnvironment, type TestReleaseKey, writeTestReleaseKey } from './release-key-environment.ts'

/** A site that has only the sample release, and what a test publishes on it. */
export type ReleaseSite = {
  backend: TestBackend
  /** A folder for installers. */
  folder: TemporaryFolder
  /** A release key, and the environment of commands for a site that pins it. */
  key: TestReleaseKey
  env: Record<string, string>
  /** Valid installers in the folder. */
  files: Awaited<ReturnType<typeof writeTestInstallers>>
}

type SampleFile = { name: string; content: Blob }

/** The server of the tests that this process runs. It ends with the process. */
let started: Promise<{ backend: TestBackend; samples: SampleFile[] }> | undefined

/** Registers a test on a site without releases. The tests of a process share its server. */
export function testReleases(title: string, run: (site: ReleaseSite) => Promise<void>): void {
  afterAll(async () => recordLoggedEvents((await started)?.backend.log() ?? ''))
  test(title, async () => {
    const { backend, samples } = await (started ??= startSite())
    await restoreSampleRelease(backend, samples)
    await using folder = await createTemporaryFolder('release-')
    const key = await writeTestReleaseKey(folder.path)
    const files = await writeTestInstallers(folder.path, 'files')
    await run({ backend, folder, key, env: createPinnedEnvironment(backend.url, key), files })
  })
}

async function startSite(): Promise<{ backend: TestBackend; samples: SampleFile[] }> {
  const backend = await startBackend()
  const downloads = backend.secretClient().storage.from('downloads')
  const { data: listed } = await downloads.list('latest')
  const samples = (listed ?? []).map(async ({ name }) => {
    const { data: content, error } = await downloads.download(`latest/${name}`)
    if (error) throw error
    return { name: `latest/${name}`, content }
  })
  return { backend, samples: await Promise.all(samples) }
}

async function restoreSampleRelease(backend: TestBackend, samples: readonly SampleFile[]): Promise<void> {
  const { storage } = backend.secretClient()
  const emptied = await storage.emptyBucket('downloads')
  if (emptied.error) throw emptied.error
  for (const { name, content } of samples) {
    const { error } = await storage.from('downloads').upload(name, content, { metadata: { sample: true } })
    if (error) throw error
  }
}
