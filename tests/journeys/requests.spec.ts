// Tests the complete list of requests that the site sends, whatever a visitor does.
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { chooseAccountMenuEntry, createAccount, locateAccountButton, openSignInDialog } from './account-dialog.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { clickAfterHydration } from './open-page.ts'
import { mockVersionFile } from './release-file.ts'
import { openSignupDialogOnPage } from './signup-dialog.ts'

test.use(WITH_MOTION)

const EARLY_ACCESS = '/rest/v1/early_access_users'
const SPOTS = '/rest/v1/app_settings?select=value&key=eq.early_access_spots'
const VERSION = '/storage/v1/object/public/downloads/latest/version.json'

/** The API requests that the visitor's actions in this test are expected to cause. */
const CALLS = [
  `GET ${SPOTS}`,
  `GET ${VERSION}`,
  'GET /auth/v1/settings',
  `POST ${EARLY_ACCESS}`,
  'POST /rest/v1/rpc/must_confirm_signup',
  'POST /functions/v1/send-notifications',
  'POST /functions/v1/send-contact-email',
  'POST /auth/v1/token?grant_type=password',
  'POST /auth/v1/logout?scope=local',
  'WebSocket /realtime/v1/websocket',
]

/** The site's static files: pages and build assets. Their URLs contain no data of the visitor. */
const FILES = [
  /^GET \/(?:download|terms|privacy|no-such-page)?$/,
  /^GET \/download\?session_id=cs_1$/,
  /^GET \/assets\/[\w.-]+\.(?:js|css|svg|woff2|png|webp|avif|jpg)$/,
  /^GET \/speculationrules\.json$/,
  /^GET \/(?:favicon\.ico|favicon\.svg|apple-touch-icon\.png|site\.webmanifest|icon-\d+\.png)$/,
]

type Sent = { others: string[]; calls: Set<string> }

/** Records all requests of a browser context, including those of unload handlers and workers. */
function recordRequests(context: BrowserContext, site: string): Sent {
  const sent: Sent = { others: [], calls: new Set() }
  context.on('request', (request) => {
    const url = new URL(request.url())
    const what = `${request.method()} ${url.pathname}${url.search}`
    if (url.protocol === 'data:' || url.protocol === 'blob:') return
    if (url.origin !== site) sent.others.push(`${request.method()} ${request.url()}`)
    else if (CALLS.includes(what)) sent.calls.add(what)
    else if (!FILES.some((file) => file.test(what))) sent.others.push(`${request.resourceType()}: ${what}`)
  })
  context.on('page', (page) => {
    page.on('worker', (worker) => {
      // The worker that makes prints of the visitor's own photos, which may send nothing
      if (!/^\/assets\/print-worker-[\w-]+\.js$/.test(worker.url().replace(site, '')))
        sent.others.push(`worker: ${worker.url()}`)
    })
    page.on('websocket', (socket) => {
      const { host, pathname } = new URL(socket.url())
      const what = `WebSocket ${pathname}`
      if (host === new URL(site).host && CALLS.includes(what)) sent.calls.add(what)
      else sent.others.push(`websocket: ${socket.url()}`)
    })
  })
  context.on('serviceworker', (worker) => sent.others.push(`service worker: ${worker.url()}`))
  return sent
}

/** Scrolls a page to its end and back to the top. */
async function readToEnd(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  for (const part of [0.3, 0.6, 0.8, 1, 0]) {
    await page.evaluate(
      (share) => scrollTo({ top: share * document.documentElement.scrollHeight, behavior: 'instant' }),
      part,
    )
    await page.waitForTimeout(150)
  }
}

/** Simulates hiding and leaving the page, the moments in which analytics are usually sent. */
async function hideAndLeave(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    for (const type of ['blur', 'pagehide', 'beforeunload', 'unload']) window.dispatchEvent(new Event(type))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.waitForTimeout(500)
  await page.goto('about:blank')
}

test('a whole visit to the site sends requests only for its static files and an allowlist of API calls', {
  tag: ['@R4.12', '@R4.13'],
}, async ({ context, backend, announce }) => {
  test.setTimeout(150_000)
  announce.trouble(/there is no page at/)
  announce.trouble(/status of 404/)
  announce.trouble(/status of 400/)
  const sent = recordRequests(context, new URL(backend.url).origin)
  const page = await context.newPage()
  await mockVersionFile(page)
  // Chromium logs a warning when a page is left before its WebSocket is open, so the test waits for the first frame.
  let isSocketOpen = false
  page.on('websocket', (socket) => {
    isSocketOpen = false
    socket.once('framereceived', () => {
      isSocketOpen = true
    })
  })
  const waitForSocket = () => expect.poll(() => isSocketOpen).toBe(true)

  await page.goto('/')
  await readToEnd(page)
  await clickAfterHydration(page.getByLabel('Menu', { exact: true }))
  await page.keyboard.press('Escape')
  for (const name of ['Keep', 'Let go', 'Undo']) {
    await clickAfterHydration(page.locator('.hero-ground').getByRole('button', { name, exact: true }))
  }
  await page.locator('#faq summary').first().click()
  const contact = await openContactDialogOnPage(page)
  await contact.write({ ...createTestVisitor(), message: 'Is there a version for two?' })
  await contact.dialog.getByRole('heading', { name: 'Message Sent!' }).waitFor()
  await contact.close.first().click()
  await expect(contact.dialog).toBeHidden()
  await waitForSocket()
  const signIn = await openSignInDialog(page)
  await signIn.email.fill(createTestVisitor().email)
  await signIn.password.fill('not the right one')
  await signIn.button('Sign in').click()
  await expect(signIn.dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  const member = await createAccount(backend)
  await signIn.email.fill(member.email)
  await signIn.password.fill(member.password)
  await signIn.button('Sign in').click()
  await expect(signIn.dialog).toBeHidden()
  await expect(locateAccountButton(page)).toBeVisible()
  await chooseAccountMenuEntry(page, 'Sign out')
  await expect(locateAccountButton(page)).toBeHidden()
  const closed = await openSignupDialogOnPage(page)
  await closed.close.click()
  await expect(closed.dialog).toBeHidden()
  const { signUp } = await openSignupDialogOnPage(page)
  await waitForSocket()
  await signUp(createTestVisitor())
  await expect(page).toHaveURL(/\/download$/)
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await readToEnd(page)
  await hideAndLeave(page)

  for (const path of ['/', '/download', '/download?session_id=cs_1', '/terms', '/privacy', '/no-such-page']) {
    await page.goto(path)
    await readToEnd(page)
    await hideAndLeave(page)
  }
  expect(sent.others).toEqual([])
  // The sent API requests are exactly the listed ones, which also proves that the recording works.
  expect([...sent.calls].toSorted()).toEqual(CALLS.toSorted())
})
