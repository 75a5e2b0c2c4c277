import { expect, type Page } from '@playwright/test'
import { emulateComputer, WINDOWS } from '../emulate-computer.ts'
import {
  asPickedFile,
  installers,
  mockSignedRelease,
  openCheck,
  otherInstallers,
  type ReleaseDefect,
} from '../signed-release.ts'
import type { SiteState } from './site-state.ts'

type Picked = { name: string; bytes: Uint8Array }

const windows = installers['windows-x64']

/** Each answer of "Check your file": its name, the file that is picked, and the stamp. */
const ANSWERS: readonly [name: string, file: Picked, stamp: string, defect?: ReleaseDefect][] = [
  ['genuine', windows, 'Genuine'],
  ['older', otherInstallers.older, 'Older version'],
  ['not-offered', otherInstallers.withdrawn, 'Not offered'],
  ['other-computer', installers['macos-silicon'], 'Other computer'],
  ['incomplete', { name: windows.name, bytes: windows.bytes.subarray(0, 99_000) }, 'Incomplete'],
  ['photo', { name: 'IMG_2041.jpg', bytes: Uint8Array.of(1) }, 'Not ours'],
  ['not-ours', { name: 'Setup.exe', bytes: Uint8Array.of(77, 90, 1) }, 'Not ours'],
  ['unsigned', windows, 'Not checked', 'unsigned'],
  ['wrong-signature', windows, 'Not checked', 'wrong signature'],
]

async function prepare(page: Page, defect?: ReleaseDefect): Promise<void> {
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page, defect)
}

/** The states of the section "Check your file", and of the card above it with a signed release. */
export const checkStates: readonly SiteState[] = [
  {
    name: 'download-signed',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    prepare: (page) => prepare(page),
    reach: (page) => expect(page.getByRole('link', { name: 'signed', exact: true })).toBeVisible(),
  },
  {
    name: 'download-check',
    route: '/download',
    subject: '#check-file',
    prepare: (page) => prepare(page),
    async reach(page) {
      const section = await openCheck(page)
      await section.getByText('Check it by hand').click()
    },
  },
  {
    name: 'download-check-reading',
    route: '/download',
    subject: '#check-file',
    async prepare(page) {
      await prepare(page)
      // Never reads, so that the progress stays.
      await page.addInitScript(() => {
        Worker.prototype.postMessage = () => {}
      })
    },
    async reach(page) {
      const section = await openCheck(page)
      await section.locator('input[type=file]').setInputFiles(asPickedFile(windows))
      await expect(section.getByRole('progressbar')).toBeVisible()
    },
  },
  ...ANSWERS.map(
    ([name, file, stamp, defect]): SiteState => ({
      name: `download-check-${name}`,
      route: '/download',
      subject: '#check-file',
      ...(defect && { expectedError: /the release has no valid signature/ }),
      prepare: (page) => prepare(page, defect),
      async reach(page) {
        const section = await openCheck(page)
        await section.locator('input[type=file]').setInputFiles(asPickedFile(file))
        await expect(section.locator('.check-stamp')).toHaveText(stamp)
      },
    }),
  ),
]
