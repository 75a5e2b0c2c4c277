import { expect, type Page } from '@playwright/test'
import { inSequence, type SiteState } from './site-state.ts'

/** The URL pattern of the request that confirms a sign-up. */
export const CONFIRM_REQUEST_PATTERN = '**/rest/v1/rpc/confirm_signup'

const route = '/confirm'
const address = `/confirm#${'0f1e2d3c'.repeat(8)}`

function answer(data: string, heading: string): Pick<SiteState, 'prepare' | 'reach'> {
  return {
    prepare: (page) => page.route(CONFIRM_REQUEST_PATTERN, (request) => request.fulfill({ json: data })),
    async reach(page) {
      await press(page)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    },
  }
}

function fail(status: number, code: string, text: string): Pick<SiteState, 'prepare' | 'reach' | 'expectedError'> {
  return {
    expectedError: new RegExp(`status of ${status}`),
    prepare: (page) =>
      page.route(CONFIRM_REQUEST_PATTERN, (request) => request.fulfill({ status, json: { code, message: 'no' } })),
    async reach(page) {
      await press(page)
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    },
  }
}

async function press(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Confirm my sign-up|Try again)$/ }).click()
}

/** The states of the page that confirms a sign-up: before, during and after the request. */
export const confirmStates: readonly SiteState[] = [
  ...inSequence(
    { name: 'confirm', route, address, wholePage: true },
    { name: 'confirm-failed', route, address, ...fail(503, 'unavailable', 'That didn’t work') },
    { name: 'confirm-limited', route, address, ...fail(429, 'PT429', 'There were too many attempts') },
    { name: 'confirm-expired', route, address, ...answer('unknown', 'This link doesn’t work') },
  ),
  {
    name: 'confirm-sending',
    route,
    address,
    prepare: (page) => page.route(CONFIRM_REQUEST_PATTERN, () => new Promise(() => {})),
    async reach(page) {
      await press(page)
      await expect(page.getByRole('button', { name: 'Confirming...' })).toBeVisible()
    },
  },
  { name: 'confirm-done', route, address, ...answer('confirmed', 'You’re confirmed') },
  { name: 'confirm-already-done', route, address, ...answer('already_confirmed', 'Already confirmed') },
  {
    ...{ name: 'confirm-incomplete', route, address: `${address.slice(0, -1)}.` },
    reach: (page) => expect(page.getByRole('heading', { level: 1, name: 'This link isn’t complete' })).toBeVisible(),
  },
]
