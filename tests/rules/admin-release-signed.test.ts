import { createHash } from 'node:crypto'
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { verifyMinisign } from '@site/releases/verify-minisign'
import { expect, test } from 'vitest'
import { downloadFilePrefix } from '../support/brand.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { createMacApp, createMacProgram, createZip } from '../support/mac-app.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { writeTestInstallers } from './admin-release-files.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { createPinnedEnvironment, writeTestReleaseKey } from './release-key-environment.ts'
import { expectGenuineRelease, getDownloadUrl, readPointers } from './release-pointers.ts'

const publish = (version: string, ...options: string[]) => ['release', 'publish', '--version', version, ...options]

test('release publish --key signs the manifest and every file; version.json, the files beside it and the feeds agree', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const key = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment(backend.url, key)
  const { bytes, options } = await writeTestInstallers(folder.path, 'first')
  // An update archive of electron-builder with its block map, which is found beside it.
  const zip = createZip(createMacApp('1.0.0', createMacProgram('intel')))
  const archive = join(folder.path, 'app.zip')
  await writeFile(archive, zip)
  await writeFile(
    `${archive}.blockmap`,
    gzipSync(JSON.stringify({ version: '2', files: [{ sizes: [zip.length - 4, 4] }] })),
  )

  const published = await runAdminOnBackend(
    backend,
    publish(
      '1.0.0',
      ...options,
      ...key.options,
      '--mac-intel-zip',
      archive,
      '--notes',
      'First.',
      '--min-macos',
      'macOS 12',
    ),
    env,
  )
  expect(published).toMatchObject({ code: 0, err: '' })
  expect(published.out).toContain(`signed with the key ${key.signer.keyId}`)

  expect(await expectGenuineRelease(backend, [key.signer.publicKey])).toBe('1.0.0')
  const pointers = await readPointers(backend)
  expect(Object.entries(pointers).filter(([, text]) => text === null)).toEqual([])
  const version = JSON.parse(pointers['version.json'] ?? '')
  expect(version.manifest, 'the same texts in version.json and beside it').toBe(pointers['release.json'])
  expect(version.signature).toBe(pointers['release.json.minisig'])
  for (const [name, content] of [
    [`${downloadFilePrefix}-Setup-x64.exe`, bytes.windows],
    [`${downloadFilePrefix}-arm64.dmg`, bytes.silicon],
    [`${downloadFilePrefix}-intel.zip`, zip],
  ] as const) {
    const minisig = await (await fetch(getDownloadUrl(backend, `1.0.0/${name}.minisig`))).text()
    expect(await verifyMinisign(Uint8Array.from(content), minisig, [key.signer.publicKey]), name).toMatchObject({
      valid: true,
      trustedComment: expect.stringContaining(`\tfile:${name}\tversion:1.0.0\t`),
    })
  }
  expect(pointers['latest-mac.yml']).toContain(`../1.0.0/${downloadFilePrefix}-intel.zip`)
  expect(pointers['latest-mac.yml']).toContain(createHash('sha512').update(zip).digest('base64'))
  expect((await fetch(getDownloadUrl(backend, `1.0.0/${downloadFilePrefix}-intel.zip.blockmap`))).status).toBe(200)
  expect(version.minOS).toMatchObject({ 'macos-silicon': expect.stringContaining('12') })
  expect((await runAdminOnBackend(backend, ['release', 'list'], env)).out).toMatch(/→ +1\.0\.0 +signed/)

  // The server of this test was built without the key, which is what an operator sees who forgot to build the site.
  const { out } = await runAdminOnBackend(backend, ['doctor'], env)
  expect(out).toMatch(/✗ release +it is signed with a key that the site does not publish/)

  // Corrected notes reach version.json and the feeds; the signed manifest stays.
  expect((await runAdminOnBackend(backend, ['release', 'notes', '1.0.0', '--text', 'The first.'], env)).code).toBe(0)
  const corrected = await readPointers(backend)
  expect(corrected['latest.yml']).toContain('releaseNotes: "The first."')
  expect(corrected['release.json']).toBe(pointers['release.json'])
  expect(await expectGenuineRelease(backend, [key.signer.publicKey])).toBe('1.0.0')
})

test('after each failed release publish there is one sentence, and every file of the live release is unchanged', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const [key, stranger] = [await writeTestReleaseKey(folder.path), await writeTestReleaseKey(folder.path, 'other.key')]
  const env = createPinnedEnvironment(backend.url, key)
  const first = await writeTestInstallers(folder.path, 'first')
  await runAdminOnBackend(backend, publish('1.1.0', ...first.options, ...key.options), env)
  const live = await readPointers(backend)
  const { paths, options } = await writeTestInstallers(folder.path, 'second')
  const image = await readFile(paths.intel)

  const fails = async (args: string[], sentence: RegExp, given: Record<string, string> = env) => {
    const { code, err } = await runAdminOnBackend(backend, args, given)
    expect(code, err).not.toBe(0)
    expect(err).toMatch(sentence)
    expect(err.trimEnd().split('\n').length, `one sentence and a hint: ${err}`).toBeLessThanOrEqual(2)
    expect(await readPointers(backend), err).toEqual(live)
  }
  await fails(publish('1.2.0', ...options, ...stranger.options), /^The key [0-9A-F]{16} is not one of the release keys/)
  await fails(publish('1.2.0', ...options, ...key.options), /^The passphrase of the release key is wrong\./, {
    ...env,
    RELEASE_KEY_PASSPHRASE: 'twelve green pots',
  })
  await fails(publish('1.2.0', ...options, '--key', paths.intel), /-intel\.dmg is not a text in UTF-8 or UTF-16: /)
  await fails(publish('1.2.0', ...options, '--key', 'package.json'), /^The key file is not a secret key of minisign\./)
  await fails(
    publish('1.2.0', ...options, '--key', join(folder.path, 'none.key')),
    /none\.key: no such file or folder\./,
  )
  await fails(publish('1.2.0', ...options, ...key.options), /^The release key needs a passphrase\./, {
    ...env,
    RELEASE_KEY_PASSPHRASE: '',
  })
  await fails(publish('1.2.0', ...options), /^The site has signed releases, and --key is missing\./)
  await fails(publish('1.0.9', ...options, ...key.options), /^Version 1\.0\.9 is not higher than 1\.1\.0/)
  await fails(publish('1.1.0', ...options, ...key.options), /^Version 1\.1\.0 is already published/)
  await fails(publish('1.2.0', ...options.slice(0, 4), ...key.options), /^--mac-silicon is missing\./)
  await rename(paths.intel, `${paths.intel}.away`)
  await fails(publish('1.2.0', ...options, ...key.options), /-intel\.dmg: no such file or folder\./)
  await writeFile(paths.intel, image.subarray(0, -9))
  await fails(
    publish('1.2.0', ...options, ...key.options),
    /-intel\.dmg: it is not a Mac disk image, or it was cut off/,
  )
  await copyFile(`${paths.intel}.away`, paths.intel)
  await writeFile(`${paths.windows}.blockmap`, gzipSync('{"version":"2","files":[{"sizes":[7]}]}'))
  await fails(publish('1.2.0', ...options, ...key.options), /\.blockmap: it is not the block map of /)
  await rm(`${paths.windows}.blockmap`)
  await fails(publish('1.2.0', ...options, '--mac-intel-zip', paths.intel, ...key.options), /it is not a \.zip file\./)
  const zip = join(folder.path, 'silicon.zip')
  await writeFile(zip, createZip(createMacApp('1.2.0', createMacProgram('silicon'))))
  await fails(
    publish('1.2.0', ...options, '--mac-intel-zip', zip, ...key.options),
    /silicon\.zip: its app is made for Apple Silicon, and the option is for Intel\./,
  )
  await fails(publish('1.2.1', ...options, '--mac-silicon-zip', zip, ...key.options), /its version is 1\.2\.0/)
  await fails(publish('1.2.0', ...options, ...key.options, '--staged', '101'), /^--staged must be a whole number/)
  await fails(publish('1.2.0', ...options, '--unsigned', '--staged', '25'), /^--staged needs --key/)
  await fails(publish('1.2.0', ...options, ...key.options, '--channel', 'nightly'), /^--channel is one of stable, beta/)

  // The disk of the server cannot be written to.
  const incoming = join(backend.dataDir, 'storage/incoming')
  await rename(incoming, `${incoming}.away`)
  await writeFile(incoming, '')
  await fails(publish('1.2.0', ...options, ...key.options), /^The object was not stored: the disk cannot be written\./)
  await rm(incoming)
  await rename(`${incoming}.away`, incoming)

  // The network is cut in the middle of the second file.
  let sent = 0
  const proxy = await startFaultyProxy(backend.url, (data) => {
    sent += data.length
    if (sent > 1_600_000) proxy.cut()
    return data
  })
  await fails(publish('1.2.0', ...options, ...key.options), /ended before the answer\./, {
    ...env,
    SUPABASE_URL: proxy.url,
  })

  expect((await runAdminOnBackend(backend, publish('1.2.0', ...options, ...key.options), env)).code).toBe(0)
  expect(await expectGenuineRelease(backend, [key.signer.publicKey])).toBe('1.2.0')
})

test('a key is changed with an overlap: both pinned keys sign, and a retired key does not', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const [old, next] = [
    await writeTestReleaseKey(folder.path, 'old.key'),
    await writeTestReleaseKey(folder.path, 'next.key'),
  ]
  const [oldKey, nextKey] = [old.signer.publicKey, next.signer.publicKey]
  const files = await writeTestInstallers(folder.path, 'files')
  const run = (version: string, options: string[], env: Record<string, string>) =>
    runAdminOnBackend(backend, publish(version, ...files.options, ...options), env)

  expect(await run('1.0.0', old.options, createPinnedEnvironment(backend.url, old))).toMatchObject({ code: 0 })
  // Step 1: the site pins both keys, and the old one still signs, for pages that were loaded before.
  const both = createPinnedEnvironment(backend.url, next, old)
  expect(await run('1.1.0', old.options, both)).toMatchObject({ code: 0 })
  for (const keys of [[oldKey], [nextKey, oldKey]]) expect(await expectGenuineRelease(backend, keys)).toBe('1.1.0')
  // Step 2: the new key signs.
  expect(await run('1.2.0', next.options, both)).toMatchObject({ code: 0 })
  for (const keys of [[nextKey], [nextKey, oldKey]]) expect(await expectGenuineRelease(backend, keys)).toBe('1.2.0')
  await expect(expectGenuineRelease(backend, [oldKey])).rejects.toThrow('unknown key')
  // Step 3: the site pins only the new key. The old one can no longer sign, and releases that it signed are not offered.
  const retired = createPinnedEnvironment(backend.url, next)
  expect(await run('1.3.0', old.options, retired)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not one of'),
  })
  const back = await runAdminOnBackend(backend, ['release', 'rollback'], retired)
  expect(back).toMatchObject({ code: 1, err: expect.stringContaining('signed with a key that is not in') })
  expect(await expectGenuineRelease(backend, [nextKey])).toBe('1.2.0')
})

test('release rollback does not offer a stored release whose manifest, checksum or signature was changed, or whose manifest has not every platform', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const key = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment(backend.url, key)
  const files = await writeTestInstallers(folder.path, 'files')
  for (const version of ['1.0.0', '1.1.0'])
    await runAdminOnBackend(backend, publish(version, ...files.options, ...key.options), env)
  const stored = backend.secretClient().storage.from('downloads')
  const original = await (await fetch(getDownloadUrl(backend, '1.0.0/version.json'))).text()
  const release = JSON.parse(original)
  const facts = JSON.parse(release.manifest)
  const partial = JSON.stringify({ ...facts, files: facts.files.slice(0, 2) })
  for (const [changed, sentence] of [
    [{ manifest: release.manifest.replace('1.0.0', '1.0.1') }, 'its manifest or signature was changed'],
    [
      { signature: release.signature.replace('version:1.0.0', 'version:1.0.1') },
      'its manifest or signature was changed',
    ],
    [{ signature: 'none' }, 'its signature is damaged'],
    [{ signature: undefined }, 'it is unsigned'],
    // Signed with the right key, but without one platform.
    [{ manifest: partial, signature: key.signer.sign(Buffer.from(partial)) }, 'its manifest is not valid'],
    [{ sha256: { ...release.sha256, 'windows-x64': '0'.repeat(64) } }, 'its version.json differs from its manifest'],
  ] as const) {
    const text = JSON.stringify({ ...release, ...changed })
    await stored.upload('1.0.0/version.json', text, { upsert: true, contentType: 'application/json' })
    const { code, err } = await runAdminOnBackend(backend, ['release', 'rollback'], env)
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
    expect(await expectGenuineRelease(backend, [key.signer.publicKey])).toBe('1.1.0')
  }
  await stored.upload('1.0.0/version.json', original, { upsert: true, contentType: 'application/json' })
  expect(await runAdminJson({ ...backend, url: backend.url }, ['release', 'list'])).toMatchObject({ current: '1.1.0' })
  expect((await runAdminOnBackend(backend, ['release', 'rollback'], env)).code).toBe(0)
  expect(await expectGenuineRelease(backend, [key.signer.publicKey])).toBe('1.0.0')
})

test('an unsigned release is refused by a site with a release key; after the key was removed, --unsigned publishes it without feeds', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const key = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment(backend.url, key)
  const files = await writeTestInstallers(folder.path, 'files')
  await runAdminOnBackend(backend, publish('1.0.0', ...files.options, ...key.options), env)
  const withoutPins = createPinnedEnvironment(backend.url)
  await expectOutcome(
    runAdminOnBackend(backend, publish('1.1.0', ...files.options), withoutPins),
    1,
    '--key is missing',
  )
  for (const options of [[], ['--unsigned'], ['--unsigned', '--preview']]) {
    expect(await runAdminOnBackend(backend, publish('1.1.0', ...files.options, ...options), env)).toMatchObject({
      code: 1,
      err: 'The site has signed releases, and --key is missing.\nVisitors still get the previous release.\n',
    })
    expect(await expectGenuineRelease(backend, [key.signer.publicKey])).toBe('1.0.0')
  }
  const unsigned = await runAdminOnBackend(backend, publish('1.1.0', ...files.options, '--unsigned'), withoutPins)
  expect(unsigned).toMatchObject({ code: 0, out: expect.stringContaining('It is unsigned, so visitors cannot check') })
  const pointers = await readPointers(backend)
  expect(Object.keys(pointers).filter((name) => pointers[name] !== null)).toEqual(['version.json'])
  expect(JSON.parse(pointers['version.json'] ?? '')).toMatchObject({ version: '1.1.0' })
  const list = await fetch(getDownloadUrl(backend, 'latest/releases.json'))
  expect(await list.text(), 'only signed releases are listed').not.toContain('1.1.0')
  // Once the site has a key again, no command offers the unsigned release.
  expect((await runAdminOnBackend(backend, publish('1.2.0', ...files.options, ...key.options), env)).code).toBe(0)
  for (const command of [['halt'], ['rollback', '--to', '1.1.0']]) {
    const { code, err } = await runAdminOnBackend(backend, ['release', ...command], env)
    expect([code, err]).toEqual([1, expect.stringContaining('1.1.0 is not offered: it is unsigned')])
    expect(await expectGenuineRelease(backend, [key.signer.publicKey])).toBe('1.2.0')
  }
})
