import type { Page, Request } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { clickAfterHydration } from './open-page.ts'
import { locateToast, openSignupDialog } from './signup-dialog.ts'
import { CONFIRM_REQUEST_PATTERN } from './states/confirm-states.ts'

const TOKEN = '0f1e2d3c'.repeat(8)

function setConfirmation(backend: TestBackend, value: 'true' | 'false') {
  return backend.secretClient().from('app_settings').update({ value }).eq('key', 'confirm_signups')
}

// The tests of one Playwright worker share a backend, and other test files expect sign-ups that count at once.
test.afterEach(({ backend }) => setConfirmation(backend, 'false'))

/** Signs a visitor up through the dialog while sign-ups must be confirmed, and returns the link of the mail. */
async function signUpAndReadLink(page: Page, backend: TestBackend, visitor: TestVisitor): Promise<string> {
  await setConfirmation(backend, 'true')
  const { signUp } = await openSignupDialog(page)
  await signUp(visitor)
  await expect(page.getByRole('heading', { name: `Welcome to ${brand.name}!` })).toBeVisible()
  await expect(page.locator('.toast')).toContainText('Check your email for confirmation')
  const [mail] = await waitForMails(backend, visitor.email)
  const link = /https?:\/\/\S+\/confirm#[0-9a-f]{64}/.exec(mail?.text ?? '')?.[0] ?? ''
  return new URL(link).pathname + new URL(link).hash
}

function locateHeading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

test('a mail scanner that opens the link confirms nothing; the visitor confirms with the button and gets the welcome mail', async ({
  page,
  browser,
  backend,
}) => {
  const visitor = createTestVisitor()
  const link = await signUpAndReadLink(page, backend, visitor)
  const operator = backend.secretClient()
  const isWaiting = async () => {
    const rows = operator.from('early_access_users').select('confirm_by').eq('email', visitor.email)
    return (await rows.single().throwOnError()).data.confirm_by !== null
  }
  const scanner = await (await browser.newContext()).newPage()
  await scanner.goto(new URL(link, backend.url).href)
  await expect(locateHeading(scanner, 'Confirm your sign-up')).toBeVisible()
  await scanner.locator('html[data-ready]').waitFor({ state: 'attached' })
  await scanner.waitForLoadState('networkidle')
  await scanner.context().close()
  expect(await isWaiting(), 'opening the page confirms nothing').toBe(true)
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  await page.goto(link)
  await expect(locateHeading(page, 'Confirm your sign-up')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.waitForLoadState('networkidle')
  expect(sent.filter((request) => request.method() !== 'GET')).toEqual([])

  await page.getByRole('button', { name: 'Confirm my sign-up' }).click()
  const heading = locateHeading(page, 'You’re confirmed')
  await expect(heading).toBeFocused()
  expect(await isWaiting(), 'the button confirms the sign-up').toBe(false)
  const token = new URL(link, backend.url).hash.slice(1)
  for (const request of sent) {
    expect(new URL(request.url()).pathname + new URL(request.url()).search).not.toContain(token)
    expect((await request.allHeaders())['referer'] ?? '').not.toContain(token)
  }
  const [, welcome] = await waitForMails(backend, visitor.email, { count: 2, within: 30_000 })
  expect(welcome?.subject).toBe(`Your ${brand.name} download`)

  await page.reload()
  await clickAfterHydration(page.getByRole('button', { name: 'Confirm my sign-up' }))
  await expect(locateHeading(page, 'Already confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the download' }).click()
  await expect(page).toHaveURL(/\/download$/)
})

test('while sign-ups must be confirmed, no sentence after a sign-up says that it is complete, also after a reload, and a second sign-up requests another confirmation mail', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/ERR_FAILED/)
  announce.trouble(/status of 409/)
  const visitor = createTestVisitor()
  await signUpAndReadLink(page, backend, visitor)
  const main = page.getByRole('main')
  for (const when of ['after the sign-up', 'after a reload']) {
    await expect(main, when).toContainText('press the link in the email we’ve sent you')
    await expect(page.getByText('We’ve mailed you the link'), when).toHaveCount(0)
    await expect(page.getByText('Your registration is complete'), when).toHaveCount(0)
    await page.reload()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  }
  expect(await page.evaluate(() => localStorage.length), 'who must confirm is no member yet').toBe(0)
  // The page before hydration shows the right text of the two that it contains.
  await page.route('**/assets/boot-*', (route) => route.abort())
  const aborted = page.waitForEvent('console', (message) => message.text().includes('ERR_FAILED'))
  await page.reload()
  await aborted
  await expect(page.getByText('press the link in the email we’ve sent you')).toBeVisible()
  await expect(page.getByText('Your registration is complete')).toBeHidden()
  await page.unroute('**/assets/boot-*')

  const { signUp } = await openSignupDialog(page)
  const requested = page.waitForResponse('**/functions/v1/send-notifications')
  await signUp(visitor)
  const toast = locateToast(page, 'Email Already Registered')
  await expect(toast).toContainText('If you haven’t confirmed it yet, press the link in our newest email.')
  expect((await requested).status()).toBe(200)
})

test('after a lost connection the button of the confirmation page says “Try again”, a double-click on it confirms with one request, and another link in the tab can be confirmed', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_INTERNET_DISCONNECTED/)
  let attempts = 0
  await page.route(CONFIRM_REQUEST_PATTERN, async (route) => {
    attempts += 1
    if (attempts === 1) return route.abort('internetdisconnected')
    await new Promise((done) => setTimeout(done, 300))
    return route.fulfill({ json: 'confirmed' })
  })
  await page.goto(`/confirm#${TOKEN}`)
  await clickAfterHydration(page.getByRole('button', { name: 'Confirm my sign-up' }))
  await expect(
    page.getByRole('alert').filter({ hasText: 'That didn’t work, and your sign-up isn’t confirmed yet.' }),
  ).toBeVisible()
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeFocused()
  await retry.dblclick()
  await expect(page.getByRole('button', { name: 'Confirming...' })).toHaveAttribute('aria-busy', 'true')
  await expect(locateHeading(page, 'You’re confirmed')).toBeVisible()
  expect(attempts, 'a double-click sends one request').toBe(2)
  await page.goto(`/confirm#${'ab'.repeat(32)}`)
  await expect(page.getByRole('button', { name: 'Confirm my sign-up' })).toBeVisible()
})

test('a confirmation link that a mail program altered confirms the sign-up', async ({ page, announce }) => {
  announce.trouble(/status of 404/) // of the altered paths; the page then goes to the link's own path
  const asked: unknown[] = []
  await page.route(CONFIRM_REQUEST_PATTERN, (route) => {
    asked.push(route.request().postDataJSON())
    return route.fulfill({ json: 'confirmed' })
  })
  const altered = [
    `/confirm#${TOKEN}%3E`,
    `/confirm%23${TOKEN}`,
    `/confirm%2523${TOKEN})`,
    `/confirm/?utm_source=x#${TOKEN}.`,
  ]
  for (const path of altered) {
    await page.goto('about:blank')
    await page.goto(path)
    await clickAfterHydration(page.getByRole('button', { name: 'Confirm my sign-up' }))
    await expect(locateHeading(page, 'You’re confirmed'), path).toBeVisible()
  }
  expect(asked).toEqual(altered.map(() => asked[0]))
  expect(JSON.stringify(asked[0])).toContain(TOKEN)
})

test('an incomplete link says what happened, sends nothing, and offers to sign up again', async ({
  page,
  announce,
}) => {
  announce.trouble(/status of 404/)
  const asked: string[] = []
  await page.route(CONFIRM_REQUEST_PATTERN, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  for (const path of [
    '/confirm',
    '/confirm#',
    `/confirm#${TOKEN.slice(1)}`,
    '/confirm.',
    `/confirm%23${TOKEN.slice(1)}`,
  ]) {
    await page.goto('about:blank')
    await page.goto(path)
    await expect(locateHeading(page, 'This link isn’t complete')).toBeVisible()
  }
  await clickAfterHydration(page.getByRole('button', { name: 'Sign up again' }))
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeVisible()
  expect(asked).toEqual([])
})
