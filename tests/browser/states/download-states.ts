import { expect, type Page } from '@playwright/test'
import { mockVersionFile, VERSION_FILE_PATTERN } from '../release-file.ts'
import { locateToast } from '../signup-dialog.ts'
import type { SiteState } from './site-state.ts'

const order = { name: 'Mara Lind', email: 'mara@example.com', amount: 0, orderId: 'FREE-123456', date: '3/5/2025' }

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
      await mockVersionFile(page)
    },
    async reach(page) {
      await seeVersion(page)
      await page.getByRole('link', { name: 'Download for Windows' }).click()
      await expect(page.getByText('Your download should have started.')).toBeVisible()
      await page.getByText('SHA-256 checksum').click()
    },
  },
  {
    name: 'download-welcome',
    route: '/download',
    wholePage: true,
    prepare: (page) => mockVersionFile(page),
    async reach(page) {
      await page.evaluate((orderDetails) => history.replaceState({ orderDetails }, ''), order)
      await page.reload()
      await expect(page.getByRole('region', { name: 'Registration Details' })).toBeVisible()
    },
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
      const left = JSON.stringify({ name: order.name, email: order.email, amount: 49 })
      await page.addInitScript((text) => sessionStorage.setItem('pending-user-data', text), left)
    },
    reach: (page) => expect(locateToast(page, 'Payment Successful!')).toBeVisible(),
  },
]
