// Tests of the page that publishes releases in the founders' console.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createWindowsExecutable, writeTestInstallers } from '../rules/admin-release-files.ts'
import { runAdminJson, runAdminOnBackend } from '../rules/admin-run.ts'
import { createPinnedEnvironment, writeTestReleaseKey } from '../rules/release-key-environment.ts'
import { getDownloadUrl } from '../rules/release-pointers.ts'
import { expect, test } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { chooseFiles } from './choose-files.ts'
import { expectGoodAtAllWidths, goTo, openConsole } from './console-page.ts'
import { dropFilesOnPage } from './drag-files.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

const slot = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const preview = (page: Page) => page.getByRole('button', { name: 'Check and preview …' })

test('a founder drops three installers, sees what was found in them, signs and publishes them, and no temporary file is left', async ({
  page,
  announce,
}) => {
  announce.host('127.0.0.1')
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('installers-')
  await using temporary = await createTemporaryFolder('console-files-')
  const key = await writeTestReleaseKey(folder.path)
  const { RELEASE_KEY_PASSPHRASE: passphrase = '', ...env } = createPinnedEnvironment(backend.url, key)
  const { paths } = await writeTestInstallers(folder.path, 'App')
  await using _console = await openConsole(page, backend, { ...env, TMPDIR: temporary.path })
  await goTo(page, 'Releases')
  await page.getByRole('link', { name: 'Publish …' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publish a release' })).toBeFocused()
  await expect(page.getByText('This site has a release key')).toBeVisible()

  await dropFilesOnPage(page, [paths.windows, paths.intel, paths.silicon])
  await expect(slot(page, 'Windows installer')).toContainText('App.exe, 1.1 MB')
  await expect(slot(page, 'Disk image for Intel Macs')).toContainText('App-intel.dmg, 1.1 MB')
  await expect(slot(page, 'Disk image for Apple Silicon')).toContainText('App-silicon.dmg, 1.1 MB')
  await page.getByLabel('Version', { exact: true }).fill('1.0.0')
  await page.getByLabel('What is new').fill('The first one.')
  await page.getByLabel('Secret key file').fill(key.file)
  await page.getByLabel('Passphrase').fill('wrong words here')
  await page.getByLabel('Share of the devices').fill('25')
  await preview(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The passphrase of the release key is wrong.' })).toBeVisible()
  await expect(page.getByLabel('What is new'), 'what was typed stays').toHaveValue('The first one.')
  await page.getByLabel('Passphrase').fill(passphrase)
  await expectGoodAtAllWidths(page, 'The form with a refusal')
  await preview(page).press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Publish 1.0.0?' })
  await expect(dialog).toContainText(`It is signed with the key ${key.signer.keyId}.`)
  await expect(dialog).toContainText('updaters offer it to 25% of the devices')
  const found = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(found).toHaveCount(3)
  await expect(found.first()).toContainText(
    /App\.exeForWindowsMade forx64Its versionNot statedSize1\.1 MBSHA-256[0-9a-f]{64}/,
  )
  await expect(found.first()).toContainText('Not signed by its maker')
  await expectGoodAtAllWidths(page, 'The preview')
  await dialog.getByLabel('Reason').fill('the beta is over')
  await dialog.getByRole('button', { name: 'Publish it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Visitors get' })).toContainText('1.0.0Signed, offered to 25%')
  const [own = ''] = await readdir(temporary.path)
  expect(await readdir(join(temporary.path, own))).toEqual(['lock'])
  await goTo(page, 'Log')
  await expect(page.getByRole('row').nth(1)).toContainText('Published a release')
  expect(await page.content()).not.toContain(passphrase)
})

test('a founder offers a release to 25 % of devices, halts, resumes and rolls it back: each step changes version.json and is in the audit log', async ({
  page,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 404/)
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('installers-')
  const key = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment(backend.url, key)
  const { options } = await writeTestInstallers(folder.path, 'App')
  for (const version of ['1.0.0', '1.1.0']) {
    const publish = ['release', 'publish', '--version', version, ...options, ...key.options]
    expect((await runAdminOnBackend(backend, publish, env)).code).toBe(0)
  }
  const offered = async () => {
    const url = getDownloadUrl(backend, 'latest/version.json')
    const release: unknown = await (await fetch(url, { cache: 'no-store' })).json()
    return release
  }
  await using _console = await openConsole(page, backend, env)
  await goTo(page, 'Releases')
  const live = page.getByRole('region', { name: 'Visitors get' })
  await expect(live).toContainText('1.1.0Signed, offered to 100%')
  /** Presses a button, fills in and confirms its dialog, and asserts that the dialog closes and that the audit log has the operation. */
  const act = async (button: string, title: string, confirm: string, reason: string, logged: object) => {
    await page.getByRole('button', { name: button }).press('Enter')
    const dialog = page.getByRole('dialog', { name: title })
    await expectGoodAtAllWidths(page, title)
    if (button === 'Share …') await dialog.getByLabel('Share of the devices').fill('25')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog).toHaveCount(0)
    const [latest] = await runAdminJson(backend, ['acts', 'list'])
    expect(latest).toMatchObject({ via: 'console', who: 'Grace Hopper', outcome: 'done', reason, ...logged })
  }

  await act('Share …', 'Share of 1.1.0', 'Set the share', 'a slow start', { act: 'release stage', detail: '25' })
  await expect(live).toContainText('1.1.0Signed, offered to 25%')
  expect(await offered()).toMatchObject({ version: '1.1.0', staged: 25 })
  await act('Halt …', 'Halt 1.1.0?', 'Halt it', 'it crashes', { act: 'release halt' })
  await expect(live).toContainText('1.0.0')
  await expect(page.getByRole('row').filter({ hasText: '1.1.0' })).toContainText('Halted')
  expect(await offered()).toMatchObject({ version: '1.0.0' })
  await act('Resume the halted one …', 'Resume the halted release?', 'Resume it', 'it was the disk', {
    act: 'release resume',
  })
  await expect(live).toContainText('1.1.0Signed, offered to 25%')
  expect(await offered()).toMatchObject({ version: '1.1.0', staged: 25 })
  await act('Go back to 1.0.0', 'Go back to 1.0.0?', 'Go back to it', 'it crashes after all', {
    act: 'release rollback',
  })
  await expect(live).toContainText('1.0.0')
  expect(await offered()).toMatchObject({ version: '1.0.0' })

  await page.getByRole('button', { name: 'Halt …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Halt it' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is no release before 1.0.0' })).toBeVisible()
  expect(await offered(), 'a refused halt changes nothing').toMatchObject({ version: '1.0.0' })
})

test('the publish page shows errors of the command, asks for the slot of an ambiguous file, takes a path, and deletes its copies', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 409/)
  await using folder = await createTemporaryFolder('installers-')
  await using temporary = await createTemporaryFolder('console-files-')
  const { paths, bytes } = await writeTestInstallers(folder.path, 'App')
  const [arm, ambiguous] = [join(folder.path, 'Setup.exe'), join(folder.path, 'Photos.dmg')]
  await writeFile(arm, createWindowsExecutable({ machine: 0xaa64 }))
  await writeFile(ambiguous, bytes.intel)
  await using _console = await openConsole(page, backend, { TMPDIR: temporary.path })
  await goTo(page, 'Releases')
  await page.getByRole('link', { name: 'Publish …' }).click()

  await preview(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '--version is missing.' })).toBeVisible()
  await page.getByLabel('Version', { exact: true }).fill('9.0.0')
  await chooseFiles(page, () => page.getByRole('button', { name: 'Choose Windows installer' }).press('Enter'), arm)
  await dropFilesOnPage(page, [ambiguous, paths.silicon])
  const question = page.getByRole('alert').filter({ hasText: 'What is Photos.dmg?' })
  await expectGoodAtAllWidths(page, 'The question about a file')
  await question.getByRole('button', { name: 'Disk image for Intel Macs' }).click()
  await expect(slot(page, 'Disk image for Intel Macs')).toContainText('Photos.dmg, 1.1 MB')
  await preview(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Setup.exe: it is made for ARM64, and the page offers it for x64' }),
  ).toBeVisible()

  await page.getByText('Name a file by its path').click()
  await page.getByLabel('Path on this computer').fill('/nowhere/Setup.exe')
  await page.getByRole('button', { name: 'Use this file' }).click()
  await expect(page.getByText('/nowhere/Setup.exe: no such file or folder.')).toBeVisible()
  await page.getByLabel('Path on this computer').fill(paths.windows)
  await page.getByRole('button', { name: 'Use this file' }).click()
  await expect(slot(page, 'Windows installer')).toContainText('App.exe, 1.1 MB')
  await expect(preview(page)).toBeVisible()
  await preview(page).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 9.0.0?' })
  await expect(dialog).toContainText('It is not signed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  const files = async () => {
    const [own = ''] = await readdir(temporary.path)
    return (await readdir(join(temporary.path, own))).filter((name) => name !== 'lock')
  }
  expect(await files(), 'the two Mac files').toHaveLength(2)
  await page.getByRole('button', { name: 'Remove Disk image for Intel Macs' }).click()
  await expect.poll(files).toHaveLength(1)
  await page.getByRole('link', { name: 'All releases' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible()
  await expect.poll(files).toEqual([])
})

test('a check of large files shows its progress, and can be cancelled', { tag: '@rehearsal' }, async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  await using folder = await createTemporaryFolder('installers-')
  const { paths } = await writeTestInstallers(folder.path, 'App')
  const large = createWindowsExecutable()
  await writeFile(paths.windows, Buffer.concat([large, Buffer.alloc(600_000_000)]))
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Releases')
  await page.getByRole('link', { name: 'Publish …' }).click()
  await page.getByText('Name a file by its path').click()
  await page.getByLabel('Path on this computer').fill(paths.windows)
  await page.getByRole('button', { name: 'Use this file' }).click()
  await dropFilesOnPage(page, [paths.intel, paths.silicon])
  await page.getByLabel('Version', { exact: true }).fill('9.0.0')
  await preview(page).click()
  await expect(page.getByRole('progressbar', { name: 'Checking App.exe' })).toBeVisible()
  await expect(page.getByText(/^[\d.]+ [kMG]B of 601\.1 MB$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the check' }).click()
  await expect(preview(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
