import { expect, test } from 'vitest'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { writeTestInstallers } from './admin-release-files.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { createPinnedEnvironment, writeTestReleaseKey } from './release-key-environment.ts'
import { expectGenuineRelease, getDownloadUrl, readPointers } from './release-pointers.ts'

/** Returns the version that each kind of reader is offered. */
async function readOffers(backend: { url: string }, folder = 'latest') {
  const pointers = await readPointers(backend, folder)
  const versionIn = (name: string, pattern: RegExp) => pattern.exec(pointers[name] ?? '')?.[1] ?? null
  return {
    page: versionIn('version.json', /"version": "([^"]+)"/),
    electron: versionIn('latest.yml', /^version: "([^"]+)"/),
    share: versionIn('latest.yml', /^stagingPercentage: (\d+)$/m),
  }
}

function offered(version: string, share: string | null = null) {
  return { page: version, electron: version, share }
}

test('release publish --staged, stage, halt, resume and rollback change what visitors and updaters are offered', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const key = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment(backend.url, key)
  const files = await writeTestInstallers(folder.path, 'files')
  const run = async (...args: string[]) => {
    const { code, out, err } = await runAdminOnBackend(backend, ['release', ...args], env)
    return { code, text: out + err }
  }
  const publish = (version: string, ...more: string[]) =>
    run('publish', '--version', version, ...files.options, ...key.options, ...more)

  expect(await run('stage', '50')).toMatchObject({ code: 1, text: expect.stringContaining('no release to stage') })
  expect(await run('halt')).toMatchObject({ code: 1, text: expect.stringContaining('There is no release to halt.') })
  await publish('1.0.0')
  expect(await readOffers(backend)).toEqual(offered('1.0.0'))
  expect(await run('halt'), 'the first release').toMatchObject({
    code: 1,
    text: expect.stringContaining('no release before 1.0.0'),
  })
  expect(await run('resume')).toMatchObject({ code: 1, text: expect.stringContaining('There is no halted release.') })

  expect((await publish('1.1.0', '--staged', '25')).text).toContain('Updaters offer it to 25 % of the devices')
  expect(await readOffers(backend)).toEqual(offered('1.1.0', '25'))
  expect((await run('list')).text).toMatch(/→ +1\.1\.0 +signed, 25 %/)
  expect(await run('stage', '50')).toMatchObject({
    code: 0,
    text: expect.stringContaining('to 50 % of the devices (before: 25 %)'),
  })
  expect(await readOffers(backend)).toEqual(offered('1.1.0', '50'))

  expect((await run('halt')).text).toContain('1.1.0 is halted; visitors and updaters get 1.0.0.')
  expect(await readOffers(backend)).toEqual(offered('1.0.0'))
  expect((await run('list')).text).toMatch(/1\.1\.0 +signed, 50 %, halted/)
  expect(await run('rollback', '--to', '1.1.0')).toMatchObject({ code: 1, text: expect.stringContaining('is halted') })
  const kept = await fetch(getDownloadUrl(backend, '1.1.0/release.json'))
  expect([kept.status, (await kept.json()) as unknown], 'old versions stay').toMatchObject([200, { version: '1.1.0' }])

  expect((await run('resume')).text).toContain('Visitors get 1.1.0 again, updaters for 50 % of the devices.')
  expect(await readOffers(backend)).toEqual(offered('1.1.0', '50'))
  expect(await run('resume'), 'only once').toMatchObject({ code: 1 })
  expect((await run('stage', '100')).code).toBe(0)
  expect(await readOffers(backend)).toEqual(offered('1.1.0'))

  // A halted release is left out by a rollback, and is not resumed over a higher one.
  await publish('1.2.0')
  await run('halt')
  await publish('1.3.0')
  await run('rollback')
  expect(await readOffers(backend)).toEqual(offered('1.1.0'))
  await run('rollback', '--to', '1.3.0')
  expect(await run('resume')).toMatchObject({
    code: 1,
    text: expect.stringContaining('1.3.0 is current, which is higher'),
  })
  expect(await expectGenuineRelease(backend, [key.signer.publicKey])).toBe('1.3.0')
})

test('the channels beta and stable have their own current release, and neither changes the other', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const key = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment(backend.url, key)
  const files = await writeTestInstallers(folder.path, 'files')
  const publish = (version: string, ...more: string[]) =>
    runAdminOnBackend(
      backend,
      ['release', 'publish', '--version', version, ...files.options, ...key.options, ...more],
      env,
    )
  const offers = async () => [(await readOffers(backend)).page, (await readOffers(backend, 'beta')).page]

  await publish('2.0.0-beta.1', '--channel', 'beta')
  expect(await offers()).toEqual(['0.0.0 (sample)', '2.0.0-beta.1'])
  expect((await publish('1.9.0')).code, 'lower than the beta, but the first stable release').toBe(0)
  await publish('2.0.0-beta.2', '--channel', 'beta')
  expect(await offers()).toEqual(['1.9.0', '2.0.0-beta.2'])
  expect(await expectGenuineRelease(backend, [key.signer.publicKey], 'beta')).toBe('2.0.0-beta.2')
  expect((await publish('2.0.0-beta.1', '--channel', 'stable')).err).toContain('already published')

  const beta = ['--channel', 'beta']
  expect((await runAdminOnBackend(backend, ['release', 'halt', ...beta], env)).code).toBe(0)
  expect(await offers()).toEqual(['1.9.0', '2.0.0-beta.1'])
  expect((await runAdminOnBackend(backend, ['release', 'rollback'], env)).err).toContain('no release before 1.9.0')
  expect((await runAdminOnBackend(backend, ['release', 'resume', ...beta], env)).code).toBe(0)
  expect(await offers()).toEqual(['1.9.0', '2.0.0-beta.2'])
  expect(await runAdminJson(backend, ['release', 'list'])).toMatchObject({ current: '1.9.0', beta: '2.0.0-beta.2' })
  await runAdminOnBackend(backend, ['release', 'prune', '--keep', '0', '--yes'], env)
  expect(await offers(), 'both current releases stay').toEqual(['1.9.0', '2.0.0-beta.2'])
  expect(await expectGenuineRelease(backend, [key.signer.publicKey], 'beta')).toBe('2.0.0-beta.2')
  const channelFile = await fetch(getDownloadUrl(backend, 'beta/version.json'))
  expect(channelFile.headers.get('cache-control'), 'asked for at each use').toBe('no-cache')
  await channelFile.body?.cancel()
  const feed = await fetch(getDownloadUrl(backend, 'beta/latest.yml'))
  expect(feed.headers.get('cache-control')).toBe('no-cache')
  await feed.body?.cancel()
})
