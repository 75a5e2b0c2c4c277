import { openSignedReleases, releaseListSchema } from '@site/releases/release-list'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { brand } from '../support/brand.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { writeTestInstallers } from './admin-release-files.ts'
import { runAdminOnBackend } from './admin-run.ts'
import { createPinnedEnvironment, writeTestReleaseKey } from './release-key-environment.ts'
import { getDownloadUrl } from './release-pointers.ts'

test('release publish lists every signed release of both channels with its signature, and release rollback keeps the list', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const key = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment(backend.url, key)
  const run = async (...words: string[]) =>
    expect(await runAdminOnBackend(backend, words, env)).toMatchObject({ code: 0 })
  const publish = async (version: string, ...options: string[]) => {
    const installers = await writeTestInstallers(folder.path, version)
    await run('release', 'publish', '--version', version, ...installers.options, ...options)
  }
  const readList = async () => {
    const response = await fetch(getDownloadUrl(backend, 'latest/releases.json'), { cache: 'no-store' })
    const { releases } = v.parse(releaseListSchema, await response.json())
    const opened = await openSignedReleases(releases, brand.name, [key.signer.publicKey])
    expect(opened).toHaveLength(releases.length)
    return opened.map(({ manifest }) => manifest.version)
  }
  await publish('1.0.0', ...key.options)
  expect(await readList()).toEqual(['1.0.0'])
  await publish('1.1.0-beta.1', ...key.options, '--channel', 'beta')
  await publish('1.1.0', ...key.options)
  const all = ['1.1.0', '1.1.0-beta.1', '1.0.0']
  expect(await readList()).toEqual(all)
  await run('release', 'rollback')
  expect(await readList()).toEqual(all)
})
