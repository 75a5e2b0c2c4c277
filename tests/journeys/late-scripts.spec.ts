// Tests of scripts that load late or fail to load at first: what the visitor did in the meantime must still take effect.

import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { findWcagViolations } from './accessible.ts'
import { createAccount, locateAccountButton, pressSignInButton, signInThroughDialog } from './account-dialog.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { delayRequests } from './delay-requests.ts'
import { clickAfterHydration, openPage } from './open-page.ts'
import { WHOLLY } from './page-checks.ts'
import { locateToast, mockSignupError, openSignupDialog, openSignupDialogOnPage } from './signup-dialog.ts'

/** The time for which a toast with an action is shown. */
const TOAST_MS = 15_000

test('when a script needed for hydration fails to load once, the home page retries the request and hydrates', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_FAILED/)
  let lost = 0
  await page.route(/\/assets\/frame[^/]*\.js$/, (route) => {
    lost += 1
    return lost === 1 ? route.abort('failed') : route.continue()
  })
  await page.goto('/')
  await expect(page.locator('html[data-ready]')).toBeAttached({ timeout: 15_000 })
  expect(lost).toBe(2)
  await clickAfterHydration(page.locator('#free-access').getByRole('button', { name: 'Download App' }))
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeVisible()
})

test('a toast whose script fails to load is shown as plain text for ten seconds, the next toast is styled, and the dialog opens once the network is back', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_FAILED/)
  await page.clock.install()
  const chunks = /\/assets\/(dialog|toast-card)[^/]*\.js$/
  await page.route(chunks, (route) => route.abort('failed'))
  await page.goto('/')
  const opener = page.locator('#free-access').getByRole('button', { name: 'Download App' })
  await clickAfterHydration(opener)
  const message = page.getByText('The form didn’t load: Check your connection and try again.')
  await expect(message).toBeVisible()
  await page.clock.runFor(TOAST_MS)
  await expect(message).toBeHidden()

  await page.unroute(chunks)
  await page.route(/\/assets\/dialog[^/]*\.js$/, (route) => route.abort('failed'))
  await clickAfterHydration(opener)
  await expect(
    locateToast(page, 'The form didn’t load').getByRole('button', { name: 'Dismiss notification' }),
  ).toBeVisible()
  await page.unrouteAll()
  await openSignupDialogOnPage(page)
  await expect(locateToast(page, 'The form didn’t load')).toHaveCount(0)
})

test('a toast whose script fails to load has the button of its action, which opens the link and dismisses the toast', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  announce.trouble(/status of 409/)
  await page.route(/\/assets\/toast-card[^/]*\.js$/, (route) => route.abort('failed'))
  await mockSignupError(page, 409, { code: '23505', message: 'duplicate key value violates unique constraint' })
  const { signUp } = await openSignupDialog(page)
  await signUp(createTestVisitor())
  const toast = page.locator('p.toast', { hasText: 'Email Already Registered' })
  await toast.getByRole('button', { name: 'Download' }).click()
  await expect(page).toHaveURL(/\/download$/)
  await expect(toast).toBeHidden()
})

test('when a dialog script returns 404 after a deployment, one toast is shown, and its button reloads the page', async ({
  page,
  announce,
}) => {
  announce.trouble(/status of 404/)
  await openPage(page, '/')
  const gone = /\/assets\/[^/]*\.js$/
  const asked: string[] = []
  await page.route(gone, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' })
  })
  const opener = page.locator('#free-access').getByRole('button', { name: 'Download App' })
  const message = page.locator('.toast').filter({ hasText: 'The form didn’t load' })
  await clickAfterHydration(opener)
  await expect(message).toHaveCount(1)
  const before = asked.length
  await clickAfterHydration(opener)
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  await page.waitForTimeout(500) // long enough for the page to render the message a second time, which would be wrong
  expect(await message.count()).toBe(1)

  await page.unroute(gone)
  const again = page.waitForEvent('load')
  await message.getByRole('button', { name: 'Reload the page' }).click()
  await again
  await openSignupDialogOnPage(page)
})

for (const { form, open, says, href } of [
  {
    form: 'sign-up',
    open: (page: Page) =>
      clickAfterHydration(page.locator('#free-access').getByRole('button', { name: 'Download App' })),
    says: `You can get ${brand.name} without it.`,
    href: '/download',
  },
  {
    form: 'contact',
    open: (page: Page) => clickAfterHydration(page.locator('#faq').getByRole('button', { name: 'Contact Us' })),
    says: 'You can send us an email instead.',
    href: `mailto:${brand.mailboxes.support}`,
  },
  {
    form: 'sign-in',
    open: pressSignInButton,
    says: `You can get ${brand.name} without an account.`,
    href: '/download',
  },
]) {
  test(`when the script of the ${form} form fails to load, a note with another way stays in the page after the toast has left`, {
    tag: '@rehearsal',
  }, async ({ page, announce }) => {
    announce.trouble(/ERR_FAILED/)
    await page.clock.install()
    await page.route(/\/assets\/dialog[^/]*\.js$/, (route) => route.abort('failed'))
    await page.goto('/')
    await open(page)
    const toast = locateToast(page, 'The form didn’t load')
    const note = page.getByRole('complementary', { name: 'Form not loaded' })
    await expect(note).toContainText(`The ${form} form couldn’t be loaded. ${says}`)
    await expect(note.getByRole('link')).toHaveAttribute('href', href)
    await expect(toast).toBeVisible()
    // The note and the toast are visible together, so neither repeats a sentence of the other.
    for (const sentence of ['The form didn’t load', 'Check your connection', 'try again', 'Reload the page']) {
      await expect(note).not.toContainText(sentence)
    }
    await page.mouse.move(5, 5) // the toast stays while it is hovered
    await page.clock.runFor(TOAST_MS)
    await expect(toast).toBeHidden()
    await expect(note).toBeInViewport(WHOLLY)
  })
}

test('the note about a form that did not load covers no bar, heading or focused control, is accessible, and leaves on Dismiss and when the form opens', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  const chunks = /\/assets\/dialog[^/]*\.js$/
  await page.route(chunks, (route) => route.abort('failed'))
  const note = page.getByRole('complementary', { name: 'Form not loaded' })
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await clickAfterHydration(page.locator('#free-access').getByRole('button', { name: 'Download App' }))
    await expect(note).toBeInViewport(WHOLLY)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    const edges = await page.evaluate(() => {
      const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return [rect('header').bottom, rect('.load-note').top + 1, rect('.load-note').bottom, rect('h1').top]
    })
    expect(edges, `${width} × ${height}`).toEqual(edges.toSorted((a, b) => a - b))
    const link = page.locator('#features ~ section').getByRole('button', { name: 'Download App' }).first()
    // Puts the control under the note, where the browser would leave it without scroll padding.
    await link.evaluate((element) => {
      scrollBy({ top: element.getBoundingClientRect().top - 90, behavior: 'instant' })
      element.focus()
    })
    const top = await link.evaluate((element) => element.getBoundingClientRect().top)
    const bottom = await note.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(top, `${width} × ${height}`).toBeGreaterThanOrEqual(bottom)
  }
  expect(await findWcagViolations(page, '.load-note')).toEqual([])

  await note.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toBeHidden()
  await expect(page.locator('main')).toBeFocused()
  await clickAfterHydration(page.locator('#free-access').getByRole('button', { name: 'Download App' }))
  await expect(note).toBeVisible()
  await page.unroute(chunks)
  await openSignupDialogOnPage(page)
  await expect(note).toHaveCount(0)
})

test('a slowly loading dialog does not open after the visitor has navigated to a different page', {
  tag: '@rehearsal',
}, async ({ page }) => {
  await openPage(page, '/')
  const dialogs = await delayRequests(page, /\/assets\/dialog[^/]*\.js$/)
  await page.locator('#faq').getByRole('button', { name: 'Contact Us' }).press('Enter')
  await dialogs.begun
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  dialogs.release()
  await page.waitForTimeout(1_000) // long enough for the page to open the dialog after all, which would be wrong
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.goBack()
  await openContactDialogOnPage(page)
})

test('an account menu script that failed to load is loaded automatically once the network is back', {
  tag: '@rehearsal',
}, async ({ page, backend, announce }) => {
  announce.trouble(/ERR_FAILED/)
  const member = await createAccount(backend)
  const tried = Promise.withResolvers<void>()
  const chunk = /\/assets\/account-menu[^/]*\.js$/
  await page.route(chunk, (route) => {
    tried.resolve()
    return route.abort('failed')
  })
  await signInThroughDialog(page, member)
  await tried.promise
  await expect(page.locator('dialog[open]')).toBeHidden()
  await expect(locateAccountButton(page)).toBeHidden()
  await page.unroute(chunk)
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`, { timeout: 15_000 })
})

test('when the photo deck script fails to load, the next press on the deck loads the script once the network is back', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  const part = /\/assets\/play-sample-deck-[\w-]+\.js$/
  await page.route(part, (route) => route.abort('failed'))
  await openPage(page, '/')
  const deck = page.getByRole('group', { name: 'Try it: a deck of prints to keep or let go' })
  const keep = page.getByRole('button', { name: 'Keep', exact: true })
  await clickAfterHydration(keep)
  await clickAfterHydration(keep)
  await expect(deck).toContainText('Your turn')
  await page.unroute(part)
  await clickAfterHydration(keep)
  await expect(deck).not.toContainText('Your turn')
})

test('“Get Started” does not open the sign-up dialog over a contact dialog that was requested later and is still loading', {
  tag: '@rehearsal',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openPage(page, '/')
  const dialogs = await delayRequests(page, /\/assets\/dialog[^/]*\.js$/)
  const getStarted = await page.getByRole('banner').getByRole('button', { name: 'Get Started' }).elementHandle()
  const contact = await page.locator('#faq').getByRole('button', { name: 'Contact Us' }).elementHandle()
  // Presses both in one task, because on a busy machine 800 ms may pass between two presses by Playwright.
  await page.evaluate((buttons) => buttons.forEach((button) => (button as HTMLElement).click()), [getStarted, contact])
  await dialogs.begun
  await page.waitForTimeout(1_200)
  dialogs.release()
  await expect(page.getByRole('dialog', { name: 'Contact the Founders' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeHidden()
  await page.getByRole('dialog', { name: 'Contact the Founders' }).getByRole('button', { name: 'Close' }).click()
  await openSignupDialogOnPage(page)
})
