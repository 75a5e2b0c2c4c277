// Scripts that come late, or not at once: what a visitor asked for meanwhile stays as they asked.

import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { accountButton, aMember, signIn } from './account-dialog.ts'
import { pressForContact } from './contact-dialog.ts'
import { hold } from './hold.ts'
import { press } from './press.ts'
import { pressForSignup, toast } from './signup-dialog.ts'

const TOAST_MS = 10_000

test('a page whose first script was lost on the way comes alive a little later', async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  let lost = 0
  await page.route(/\/assets\/frame[^/]*\.js$/, (route) => {
    lost += 1
    return lost === 1 ? route.abort('failed') : route.continue()
  })
  await page.goto('/')
  await expect(page.locator('html[data-ready]')).toBeAttached({ timeout: 15_000 })
  expect(lost).toBe(2)
  await press(page.locator('#free-access').getByRole('button', { name: 'Get early access' }))
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeVisible()
})

test('a toast whose look cannot be fetched says its words and goes in its time; the next one looks as ever', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_FAILED/)
  await page.clock.install()
  const chunks = /\/assets\/(dialog|toast-card)[^/]*\.js$/
  await page.route(chunks, (route) => route.abort('failed'))
  await page.goto('/')
  const opener = page.locator('#free-access').getByRole('button', { name: 'Get early access' })
  await press(opener)
  const words = page.getByText('The form did not load: Check your connection, then try again.')
  await expect(words).toBeVisible()
  await page.clock.runFor(TOAST_MS)
  await expect(words).toBeHidden()

  await page.unroute(chunks)
  await page.route(/\/assets\/dialog[^/]*\.js$/, (route) => route.abort('failed'))
  await press(opener)
  await expect(toast(page, 'The form did not load').getByRole('button', { name: 'Dismiss notification' })).toBeVisible()
})

test('a tab from before a new version says so once, and leads to the page as it is now', async ({ page, announce }) => {
  announce.trouble(/status of 404/)
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const gone = /\/assets\/[^/]*\.js$/
  const asked: string[] = []
  await page.route(gone, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' })
  })
  const opener = page.locator('#free-access').getByRole('button', { name: 'Get early access' })
  const told = page.locator('.toast').filter({ hasText: 'The form did not load' })
  await press(opener)
  await expect(told).toHaveCount(1)
  const before = asked.length
  await press(opener)
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  await page.waitForTimeout(500) // as long as a second message would need to be drawn
  expect(await told.count()).toBe(1)

  await page.unroute(gone)
  const again = page.waitForEvent('load')
  await told.getByRole('button', { name: 'Load the page again' }).click()
  await again
  await pressForSignup(page)
})

test('a dialog that is slow in coming does not lie over the page its visitor went on to', async ({ page }) => {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const dialogs = await hold(page, /\/assets\/dialog[^/]*\.js$/)
  await page.locator('#faq').getByRole('button', { name: 'Contact Us' }).press('Enter')
  await dialogs.begun
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  dialogs.letGo()
  await page.waitForTimeout(1_000) // as long as a dialog that was wrongly opened would need to be drawn
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.goBack()
  await pressForContact(page)
})

test("an account's menu that cannot be fetched comes once the network is back", async ({ page, backend, announce }) => {
  announce.trouble(/ERR_FAILED/)
  const member = await aMember(backend)
  const tried = Promise.withResolvers<void>()
  const chunk = /\/assets\/account-menu[^/]*\.js$/
  await page.route(chunk, (route) => {
    tried.resolve()
    return route.abort('failed')
  })
  await signIn(page, member)
  await tried.promise
  await expect(page.locator('dialog[open]')).toBeHidden()
  await expect(accountButton(page)).toBeHidden()
  await page.unroute(chunk)
  await expect(accountButton(page)).toHaveAccessibleName(`Account: ${member.name}`, { timeout: 15_000 })
})

test('a deck whose playing part cannot be fetched plays once the network is back', async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  const part = /\/assets\/play-[\w-]+\.js$/
  await page.route(part, (route) => route.abort('failed'))
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const deck = page.getByRole('group', { name: 'Try it: a deck of prints to keep or let go' })
  const keep = page.getByRole('button', { name: 'Keep', exact: true })
  await press(keep)
  await press(keep)
  await expect(deck).toContainText('Your turn')
  await page.unroute(part)
  await press(keep)
  await expect(deck).not.toContainText('Your turn')
})

test('Get Started does not lay itself over a dialog that was asked for after it and is slow in coming', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const dialogs = await hold(page, /\/assets\/dialog[^/]*\.js$/)
  await press(page.getByRole('banner').getByRole('button', { name: 'Get Started' }))
  await page.locator('#faq').getByRole('button', { name: 'Contact Us' }).press('Enter')
  await dialogs.begun
  await page.waitForTimeout(1_200)
  dialogs.letGo()
  await expect(page.getByRole('dialog', { name: 'Contact the Founders' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: `Download ${brand.name}` })).toBeHidden()
  await page.getByRole('dialog', { name: 'Contact the Founders' }).getByRole('button', { name: 'Close' }).click()
  await pressForSignup(page)
})
