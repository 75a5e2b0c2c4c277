import type { Locator, Page } from '@playwright/test'
import { RELEASE_LIST_FILE_NAME } from '@site/releases/release-list'
import type { ReleaseManifest } from '@site/releases/release-manifest'
import { brand, downloadFilePrefix } from '../support/brand.ts'
import { createReleaseManifest, createReleaseSigner } from '../support/release-signer.ts'
import { openPage } from './open-page.ts'
import { VERSION_FILE_PATTERN } from './release-file.ts'

const LIST_PATTERN = `**/storage/v1/object/public/downloads/latest/${RELEASE_LIST_FILE_NAME}`

/** The installers of the sample release. The one for Windows begins like a Windows program. */
export const installers = {
  'windows-x64': { name: `${downloadFilePrefix}-1.4.0-x64.exe`, bytes: fill('MZ windows 1.4.0', 300_000) },
  'macos-intel': { name: `${downloadFilePrefix}-1.4.0-intel.dmg`, bytes: fill('intel 1.4.0', 310_000) },
  'macos-silicon': { name: `${downloadFilePrefix}-1.4.0-arm64.dmg`, bytes: fill('silicon 1.4.0', 320_000) },
}

/** The installers of an older version, and of a higher one that is not offered. */
export const otherInstallers = {
  older: { name: `${downloadFilePrefix}-1.3.0-x64.exe`, bytes: fill('MZ windows 1.3.0', 280_000) },
  withdrawn: { name: `${downloadFilePrefix}-1.5.0-x64.exe`, bytes: fill('MZ windows 1.5.0', 330_000) },
}

/** Ways in which the sample release differs from a signed one. */
export type ReleaseDefect = 'unsigned' | 'wrong signature'

/** Returns the content of version.json and of the list of releases, signed with a key that the test creates. */
export function createSignedRelease(defect?: ReleaseDefect, windowsInstaller?: Uint8Array) {
  const signer = createReleaseSigner()
  const sign = (manifest: ReleaseManifest) => {
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    return { manifest: text, signature: signer.sign(Buffer.from(text)) }
  }
  const of = (version: string, date: string, windows: { name: string; bytes: Uint8Array }) =>
    createReleaseManifest(
      signer,
      { ...installers, 'windows-x64': windows },
      { product: brand.name, version, releaseDate: date },
    )
  const windows = { ...installers['windows-x64'], ...(windowsInstaller && { bytes: windowsInstaller }) }
  const current = of('1.4.0', '2026-03-05', windows)
  const signed = sign(current)
  if (defect === 'wrong signature') signed.manifest = signed.manifest.replace('2026-03-05', '2026-03-06')
  const releases = [
    sign(of('1.5.0', '2026-04-01', otherInstallers.withdrawn)),
    signed,
    sign(of('1.3.0', '2026-01-15', otherInstallers.older)),
  ]
  const entry = (value: (file: ReleaseManifest['files'][number]) => unknown) =>
    Object.fromEntries(current.files.map((file) => [file.platform, value(file)]))
  const versionFile = {
    version: current.version,
    releaseDate: current.releaseDate,
    downloads: entry(({ name }) => name),
    size: entry(({ size }) => size),
    sha256: entry(({ sha256 }) => sha256),
    ...(defect === 'unsigned' ? {} : signed),
  }
  return { signer, versionFile, list: { format: 1, releases } }
}

/**
 * Makes the page see a signed release: adds the public key to the build's script, as a build of a brand with that key has it, and answers
 * requests for version.json and the list of releases. Returns the key.
 */
export async function mockSignedRelease(page: Page, defect?: ReleaseDefect, windowsInstaller?: Uint8Array) {
  const { signer, versionFile, list } = createSignedRelease(defect, windowsInstaller)
  await page.route(VERSION_FILE_PATTERN, (route) => route.fulfill({ json: versionFile }))
  await page.route(LIST_PATTERN, (route) => route.fulfill({ json: list }))
  await pinKey(page, signer.publicKey)
  return signer
}

async function pinKey(page: Page, publicKey: string) {
  await page.route(/\/assets\/frame-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    const pinned = script.replace(/publicKeys:\[[^\]]*\]/, `publicKeys:[${JSON.stringify(publicKey)}]`)
    if (pinned === script) throw new Error('The script does not contain the list of public keys.')
    await route.fulfill({ response, body: pinned })
  })
}

/** Opens the download page, and in it the section that checks files. */
export async function openCheck(page: Page) {
  await openPage(page, '/download')
  return openCheckOnPage(page)
}

/** Opens the section that checks files on the current page. */
export async function openCheckOnPage(page: Page) {
  const section = locateCheck(page)
  await section.locator('summary').first().click()
  return section
}

/** Returns the section that checks files. */
export function locateCheck(page: Page): Locator {
  return page.getByRole('region', { name: 'Check your file' })
}

/** Returns a file as Playwright's setInputFiles takes it. */
export function asPickedFile({ name, bytes }: { name: string; bytes: Uint8Array }) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
}

function fill(text: string, size: number): Uint8Array {
  return Buffer.alloc(size, text)
}
