import { expect, type Page } from '@playwright/test'
import { emulateComputer, MAC, PHONE, WINDOWS } from '../emulate-computer.ts'
import { mockVersionFile, VERSION_FILE_PATTERN } from '../release-file.ts'
import { locateToast } from '../signup-dialog.ts'
import { sampleOrder, showWelcome } from '../welcome-view.ts'
import type { SiteState } from './site-state.ts'

/** Makes the page detect the computer of another user agent, with a release. */
async function prepareComputer(page: Page, userAgent: string): Promise<void> {
  await mockVersionFile(page)
  await emulateComputer(page, userAgent)
}

async function seeVersion(page: Page): Promise<void> {
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
}

/** The states of the download page in its two modes (plain and welcome), with every success and error that it can show. */
export const downloadStates: readonly SiteState[] = [
  {
    name: 'download',
    route: '/download',
    wholePage: true,
    prepare: (page) => mockVersionFile(page),
    reach: seeVersion,
  },
  {
    name: 'download-question-open',
    route: '/download',
    subject: '#download-faq',
    prepare: (page) => mockVersionFile(page),
    async reach(page) {
      await seeVersion(page)
      await page.locator('#download-faq summary').first().click()
    },
  },
  {
    name: 'download-loading',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    async prepare(page) {
      await page.route(VERSION_FILE_PATTERN, () => new Promise(() => {}))
      await page.addInitScript(() => {
        AbortSignal.timeout = () => new AbortController().signal // replaces the timeout of requests, which would expire while the screenshot is taken
      })
    },
    reach: (page) => expect(page.locator('[data-skeleton]')).toBeVisible(),
  },
  {
    name: 'download-version-failed',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    expectedError: /version\.json could not be used/,
    prepare: (page) => page.route(VERSION_FILE_PATTERN, (route) => route.fulfill({ body: 'no' })),
    reach: (page) => expect(page.getByText('Using latest available downloads')).toBeVisible(),
  },
  {
    name: 'download-started',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    async prepare(page) {
      const headers = { 'content-disposition': 'attachment' }
      await page.context().route('**/latest/*.{exe,dmg}', (route) => route.fulfill({ body: 'file', headers }))
      await prepareComputer(page, WINDOWS)
    },
    async reach(page) {
      await seeVersion(page)
      await page.getByRole('link', { name: 'Download for Windows' }).click()
      await expect(page.getByText('Your download should have started.')).toBeVisible()
      await page.getByText('SHA-256 checksum').click()
    },
  },
  {
    name: 'download-started-mac',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    async prepare(page) {
      const headers = { 'content-disposition': 'attachment' }
      await page.context().route('**/latest/*.{exe,dmg}', (route) => route.fulfill({ body: 'file', headers }))
      await prepareComputer(page, MAC)
    },
    async reach(page) {
      await seeVersion(page)
      await page.getByRole('link', { name: 'Download for Apple Silicon' }).click()
      await expect(page.getByText('macOS 14 (Sonoma) and older')).toBeVisible()
    },
  },
  {
    name: 'download-welcome',
    route: '/download',
    wholePage: true,
    prepare: (page) => mockVersionFile(page),
    reach: (page) => showWelcome(page),
  },
  {
    name: 'download-windows',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    prepare: (page) => prepareComputer(page, WINDOWS),
    reach: (page) => expect(page.getByText('86 MB · Windows 10 or later').first()).toBeVisible(),
  },
  {
    name: 'download-mac-of-unknown-chip',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    prepare: (page) => prepareComputer(page, MAC),
    reach: (page) => expect(page.getByText('88 MB or 91 MB')).toBeVisible(),
  },
  {
    name: 'download-phone',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    prepare: (page) => prepareComputer(page, PHONE),
    reach: (page) => expect(page.getByText('Send yourself the link and open it there.')).toBeVisible(),
  },
  {
    name: 'download-phone-anyway',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    prepare: (page) => prepareComputer(page, PHONE),
    reach: (page) => page.getByRole('button', { name: 'Download here anyway' }).click(),
  },
  {
    name: 'download-welcome-phone',
    route: '/download',
    subject: '[aria-labelledby=latest-version]',
    prepare: (page) => prepareComputer(page, PHONE),
    async reach(page) {
      await showWelcome(page)
      await expect(page.getByText('We’ve mailed you the link: open it there.')).toBeVisible()
    },
  },
  {
    name: 'download-welcome-buyer',
    route: '/download',
    wholePage: true,
    prepare: (page) => prepareComputer(page, WINDOWS),
    reach: (page) => showWelcome(page, { ...sampleOrder, amount: 49, orderId: 'cs_state' }),
  },
  {
    name: 'download-paid',
    route: '/download',
    subject: '.toast-region',
    address: '/download?session_id=cs_state',
    async prepare(page) {
      await mockVersionFile(page)
      await page.route('**/rest/v1/early_access_users*', (route) => route.fulfill({ status: 201 }))
      await page.route('**/functions/v1/send-notifications', (route) => route.fulfill({ json: { success: true } }))
      const left = JSON.stringify({ name: sampleOrder.name, email: sampleOrder.email, amount: 49 })
      await page.addInitScript((text) => sessionStorage.setItem('pending-user-data', text), left)
    },
    reach: (page) => expect(locateToast(page, 'Payment Successful!')).toBeVisible(),
  },
]
