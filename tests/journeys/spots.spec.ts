import type { Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { clickAfterHydration } from './open-page.ts'

const ROW = '**/rest/v1/app_settings**'

/** Opens the home page with a number of spots, and blocks the realtime connection, because the page reads the number again when it connects. */
async function openWithoutRealtime(page: Page, spots: string) {
  let value = spots
  await page.route(ROW, (route) => route.fulfill({ json: { value } }))
  await page.routeWebSocket('**/realtime/**', () => undefined)
  await page.goto('/')
  const setSpots = (next: string) => {
    value = next
  }
  return { figure: page.locator('#free-access .spots-figure'), setSpots }
}

test('the home page shows the number of spots and updates it live after a sign-up and after a change by an operator', {
  tag: ['@R4.9', '@R7.1', '@R7.2'],
}, async ({ browser }) => {
  await using backend = await startBackend()
  const context = await browser.newContext({ baseURL: backend.url })
  const watching = await context.newPage()
  await watching.goto('/')
  const figure = watching.locator('#free-access .spots-figure')
  await figure.scrollIntoViewIfNeeded()
  await expect(figure).toHaveText('10')
  const offerOf = watching.locator('#free-access')
  await expect(offerOf.locator('time')).toHaveText('live')
  await expect(offerOf.locator('time')).toHaveAttribute('title', /^as of \d/)

  const signingUp = await context.newPage()
  await signingUp.goto('/')
  await clickAfterHydration(signingUp.locator('#free-access').getByRole('button', { name: 'Download App' }))
  const dialog = signingUp.getByRole('dialog', { name: `Download ${brand.name}` })
  const visitor = createTestVisitor()
  await dialog.getByLabel('Full Name').fill(visitor.name)
  await dialog.getByLabel('Email Address').fill(visitor.email)
  await dialog.getByRole('button', { name: 'Download App' }).click()
  await expect(signingUp.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${brand.name}!`)
  await expect(figure).toHaveText('9')

  const operator = backend.secretClient()
  await operator.from('app_settings').update({ value: '0' }).eq('key', 'early_access_spots')
  await expect(offerOf.getByRole('heading')).toHaveText('The beta stays open')
  await expect(offerOf).toContainText('0 places left')
  await expect(offerOf).toContainText('Sign up anyway')
  await expect(figure).toHaveCount(0)
  await operator.from('app_settings').update({ value: '1' }).eq('key', 'early_access_spots')
  await expect(offerOf.getByRole('heading')).toHaveText('Free now. Yours for life.')
  await expect(offerOf).toContainText('place left')
  await context.close()
})

test('the number of early-access spots is updated live after a server restart, without reloading the page', async ({
  browser,
}) => {
  await using backend = await startBackend()
  const context = await browser.newContext({ baseURL: backend.url })
  const page = await context.newPage()
  await page.goto('/')
  const figure = page.locator('#free-access .spots-figure')
  await figure.scrollIntoViewIfNeeded()
  await expect(figure).toHaveText('10')
  await backend.kill()
  await backend.start()
  await backend.secretClient().from('app_settings').update({ value: '7' }).eq('key', 'early_access_spots')
  await expect(figure).toHaveText('7', { timeout: 30_000 })
  await context.close()
})

test('the hidden sentence with the spots says the visible number or nothing, and the number of a later change after a minute', {
  tag: '@R4.9',
}, async ({ page }) => {
  let value = '12'
  await page.route(ROW, (route) => route.fulfill({ json: { value } }))
  await page.routeWebSocket('**/realtime/**', () => undefined)
  await page.clock.install()
  await page.goto('/')
  const offer = page.locator('#free-access')
  const sentence = offer.getByRole('status')
  await offer.locator('.spots-figure').scrollIntoViewIfNeeded()
  await expect(sentence).toHaveText('12 places left.')
  const stale = await offer.evaluateHandle((section) => {
    const pairs: string[] = []
    new MutationObserver(() => {
      const visible = section.querySelector('.spots-figure')?.textContent ?? ''
      const hidden = section.querySelector('[role=status]')?.textContent ?? ''
      if (hidden !== '' && Number.parseInt(hidden) !== Number(visible)) pairs.push(`${visible}: ${hidden}`)
    }).observe(section, { childList: true, characterData: true, subtree: true })
    return pairs
  })
  for (const next of ['11', '10', '9']) {
    value = next
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(offer.locator('.spots-figure')).toHaveText(next)
    await expect(sentence).toBeEmpty()
  }
  await page.clock.fastForward(60_000)
  await expect(sentence).toHaveText('9 places left.')
  expect(await stale.jsonValue()).toEqual([])
})

test('a placeholder is shown until the number of early-access spots has loaded', { tag: '@R4.7' }, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(ROW, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const figure = page.locator('#free-access .spots-figure')
  await figure.scrollIntoViewIfNeeded()
  await expect(figure.locator('.skeleton')).toBeVisible()
  await expect(figure).not.toContainText(/\d/)
  await expect(page.locator('#free-access')).toContainText('Counting the places left')
  await page.emulateMedia({ media: 'print' })
  await expect(figure).toBeHidden()
  await page.emulateMedia({ media: null })
  release()
  await expect(figure).toHaveText(/^\d+$/)
})

test("an invalid spot count shows 'Invalid spots data', a failed load 'Failed to load availability', both 0, and “Try again” loads the count", {
  tag: ['@R4.8', '@R8.15', '@R8.16'],
}, async ({ page, announce }) => {
  announce.trouble(/503/)
  // Blocks the realtime connection: a new subscription also reads the number of spots, which would hide whether the retry button works.
  await page.routeWebSocket('**/realtime/**', () => undefined)
  const offer = page.locator('#free-access')
  const figure = offer.locator('.spots-figure')
  for (const [answer, message] of [
    [{ json: { value: 'many' } }, 'Invalid spots data'],
    [{ json: { value: '-3' } }, 'Invalid spots data'],
    [{ status: 503, json: { code: 'X', message: 'away', details: null, hint: null } }, 'Failed to load availability'],
  ] as const) {
    await page.unroute(ROW)
    await page.route(ROW, (route) => route.fulfill(answer))
    await page.goto('/')
    await offer.scrollIntoViewIfNeeded()
    await expect(offer).toContainText(message)
    await expect(offer).toContainText('We count 0')
    await expect(figure).toHaveCount(0)
  }
  await page.unroute(ROW)
  await offer.getByRole('button', { name: 'Try again' }).click()
  await expect(figure).toHaveText('10')
})

test('without a live connection the number of places shows its time and is read again when the visitor returns to the tab; it flips when it changes, but not with reduced motion', {
  tag: '@R4.9',
}, async ({ page }) => {
  const { figure, setSpots } = await openWithoutRealtime(page, '12')
  await page.evaluate(() => {
    const begun: string[] = []
    Object.assign(window, { begun })
    addEventListener('animationstart', (event) => begun.push(event.animationName + event.pseudoElement))
  })
  const flips = () => page.evaluate<string[]>('begun.splice(0).filter((name) => /flip|tip/.test(name)).sort()')
  for (const [motion, before, next, begun] of [
    ['no-preference', '12', '11', ['flip', 'tip::before']],
    ['reduce', '11', '10', []],
  ] as const) {
    await page.emulateMedia({ reducedMotion: motion })
    await figure.scrollIntoViewIfNeeded()
    await expect(figure).toHaveText(before)
    setSpots(next)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(figure).toHaveText(next)
    await page.waitForTimeout(600)
    expect(await flips()).toEqual(begun)
  }
  await expect(page.locator('#free-access time')).toHaveText(/^as of \d/)
  setSpots('9') // changed while the tab was hidden, without a message over the live connection
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(figure, 'when the visitor returns to the tab').toHaveText('9')
})
