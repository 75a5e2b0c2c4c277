import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { expectOutcome, runAdminWithEnvironment } from './admin-run.ts'
import { createPinnedEnvironment, writeTestReleaseKey } from './release-key-environment.ts'

const PASSPHRASE = 'a long way to the station'

test('release key create writes a key that only its owner can read, whatever the umask, never replaces one, and release key show reads it', async () => {
  await using folder = await createTemporaryFolder('key-')
  const umask = process.umask(0)
  onTestFinished(() => void process.umask(umask))
  const file = join(folder.path, 'new/release.key')
  const create = ['release', 'key', 'create', '--file', file]
  const made = await runAdminWithEnvironment([...create, '--json'], { RELEASE_KEY_PASSPHRASE: PASSPHRASE })
  expect(made).toMatchObject({ code: 0, err: '' })
  const { id, publicKey } = JSON.parse(made.out) as { id: string; publicKey: string }
  expect(made.out).not.toContain(PASSPHRASE)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(`${file}.pub`, 'utf8')).toBe(`untrusted comment: minisign public key ${id}\n${publicKey}\n`)
  const content = await readFile(file, 'utf8')

  const words = join(folder.path, 'passphrase')
  await writeFile(words, `${PASSPHRASE}\nsecond line\n`)
  await expectOutcome(
    runAdminWithEnvironment([...create, '--passphrase-file', words], {}),
    1,
    'release.key: it already exists.',
  )
  expect(await readFile(file, 'utf8')).toBe(content)
  const show = ['release', 'key', 'show', '--key', file, '--passphrase-file', words, '--json']
  expect(JSON.parse((await runAdminWithEnvironment(show, {})).out)).toEqual({ id, publicKey })
})

test('release key create refuses no passphrase and a short one; release key show lists the keys that the site pins', async () => {
  await using folder = await createTemporaryFolder('key-')
  const create = ['release', 'key', 'create', '--file', join(folder.path, 'release.key')]
  await expectOutcome(runAdminWithEnvironment(create, {}), 2, 'The release key needs a passphrase.')
  await expectOutcome(runAdminWithEnvironment(create, { RELEASE_KEY_PASSPHRASE: 'short' }), 2, 'at least 12 characters')
  await expect(stat(join(folder.path, 'release.key'))).rejects.toThrow('ENOENT')
  const { signer, ...key } = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment('http://localhost', { signer, ...key })
  expect((await runAdminWithEnvironment(['release', 'key', 'show'], env)).out).toBe(
    `${signer.keyId}  ${signer.publicKey}\n`,
  )
  const none = createPinnedEnvironment('http://localhost')
  expect((await runAdminWithEnvironment(['release', 'key', 'show'], none)).out).toContain(
    'The site pins no release key',
  )
  expect((await runAdminWithEnvironment(['release', 'key'], {})).out).toMatch(
    /release key create[\s\S]*release key show/,
  )
})
