import { expect, type Locator, type Page } from '@playwright/test'
import { emulateComputer, WINDOWS } from '../emulate-computer.ts'
import {
  asPickedFile,
  installers,
  locateCheck,
  mockSignedRelease,
  openCheckOnPage,
  otherInstallers,
  type ReleaseDefect,
} from '../signed-release.ts'
import { inSequence, type SiteState } from './site-state.ts'

type Picked = { name: string; bytes: Uint8Array }

const windows = installers['windows-x64']

type Answer = readonly [name: string, file: Picked, stamp: string, defect?: ReleaseDefect]

/** Answers of "Check your file" one after the other on one page: name, picked file and stamp. */
const ANSWERS: readonly Answer[] = [
  ['genuine', windows, 'Genuine'],
  ['older', otherInstallers.older, 'Older version'],
  ['not-offered', otherInstallers.withdrawn, 'Not offered'],
  ['other-computer', installers['macos-silicon'], 'Other computer'],
  ['photo', { name: 'IMG_2041.jpg', bytes: Uint8Array.of(1) }, 'Not ours'],
]

/** Answers on a page of their own. */
const FURTHER_ANSWERS: readonly Answer[] = [
  ['incomplete', { name: windows.name, bytes: windows.bytes.subarray(0, 99_000) }, 'Incomplete'],
  ['not-ours', { name: 'Setup.exe', bytes: Uint8Array.of(77, 90, 1) }, 'Not ours'],
  ['unsigned', windows, 'Not checked', 'unsigned'],
  ['wrong-signature', windows, 'Not checked', 'wrong signature'],
]

async function prepare(page: Page, defect?: ReleaseDefect): Promise<void> {
  await emulateComputer(page, WINDOWS)
  await mockSignedRelease(page, defect)
}

/** The state in which the section, as `find` returns it open, shows an answer. */
function answerState([name, file, stamp, defect]: Answer, find: (page: Page) => Locator | Promise<Locator>): SiteState {
  return {
    name: `download-check-${name}`,
    route: '/download',
    subject: '#check-file',
    ...(defect && { expectedError: /the release has no valid signature/ }),
    async reach(page) {
      const section = await find(page)
      await section.locator('input[type=file]').setInputFiles(asPickedFile(file))
      await expect(section.locator('.check-stamp')).toHaveText(stamp)
    },
  }
}

/** The states of the section "Check your file", and of the card above it with a signed release. */
export const checkStates: readonly SiteState[] = [
  ...inSequence(
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
      async reach(page) {
        const section = await openCheckOnPage(page)
        await section.getByText('Check it by hand').click()
      },
    },
    ...ANSWERS.map((answer) => answerState(answer, locateCheck)),
  ),
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
      const section = await openCheckOnPage(page)
      await section.locator('input[type=file]').setInputFiles(asPickedFile(windows))
      await expect(section.getByRole('progressbar')).toBeVisible()
    },
  },
  ...FURTHER_ANSWERS.map(
    (answer): SiteState => ({
      ...answerState(answer, openCheckOnPage),
      prepare: (page) => prepare(page, answer[3]),
    }),
  ),
]
