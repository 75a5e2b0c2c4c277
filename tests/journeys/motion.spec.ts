import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { delayRequests } from './delay-requests.ts'
import { enterPage, QUIET, readRecordedFrames, recordFrames } from './layout-shifts.ts'
import { mockVersionFile } from './release-file.ts'
import { openSignupDialogOnPage } from './signup-dialog.ts'
import { waitForTwoFrames } from './two-frames.ts'

test.use(WITH_MOTION)

/** Scrolls to the end of the page by a small distance each frame, like a visitor's thumb, so that blocks enter the viewport on the way. */
async function scrollToEndOfPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = document.documentElement
    while (scrollY + innerHeight < root.scrollHeight - 2) {
      window.scrollBy({ top: 90, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    // The style sheet out-of-sight.css pauses animations of elements outside the viewport, so those animations never end and are not
    // waited for.
    const goesOn = ({ effect }: Animation) =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility({ contentVisibilityAuto: true })
    const ends = document.getAnimations().filter((it) => it.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ends.filter(goesOn).map((it) => it.finished))
  })
}

/** Mocks the number of spots, which other tests of the shared backend change. */
async function mockSpots(page: Page, number: string): Promise<void> {
  await page.route('**/rest/v1/app_settings*', (route) => route.fulfill({ json: { value: number } }))
}

/**
 * Presses a control and waits for the result; layout shifts in between are expected. Browsers exclude shifts within half a second of
 * input, but a busy machine may need longer.
 */
async function ask(page: Page, press: () => Promise<void>): Promise<void> {
  const from = await page.evaluate(() => performance.now())
  await press()
  await page.evaluate((since) => {
    Reflect.get(window, 'asked').push({ from: since, until: performance.now() })
  }, from)
}

/** Returns the image URLs of the pictures that do not fill their frame. A picture with a note reaches below it, to the end of the paper. */
async function unfilledPrints(page: Page): Promise<unknown> {
  return await page.locator('.print-place > img').evaluateAll((pictures: HTMLElement[]) =>
    pictures
      .filter(({ offsetWidth, offsetHeight, parentElement }) => {
        const place = parentElement ?? document.body
        const below = (offsetHeight - place.offsetHeight) / place.offsetWidth
        return Math.abs(place.offsetWidth - offsetWidth) > 1 || below < -0.01 || below > 0.2
      })
      .map((picture) => picture.getAttribute('src')),
  )
}

/** Returns the texts and controls that are not completely visible after scrolling to them, each with the reason. Runs in the page. */
function hiddenElements(): string[] {
  const texts = document.querySelectorAll<HTMLElement>(
    'main :is(h1, h2, h3, h4, p, summary, blockquote, figcaption, button, a, [role=button]), #top > footer :is(p, a)',
  )
  const seenElsewhere =
    'aside, .sr-only, [aria-hidden=true], details:not([open]) > :not(summary), .deck, noscript, .motion-reduce\\:block'
  return [...texts].flatMap((element) => {
    if (element.closest(seenElsewhere) || element.matches('details:not([open]) *:not(summary, summary *)')) return []
    const { left, right, width, height } = element.getBoundingClientRect()
    let opacity = 1
    for (let each: Element | null = element; each; each = each.parentElement)
      opacity *= Number(getComputedStyle(each).opacity)
    const reasons = [
      !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && 'hidden',
      (width < 8 || height < 8) && `of ${width} by ${height} pixels`,
      (left < -1 || right > innerWidth + 1) &&
        !element.closest('ol[tabindex="0"]') &&
        `from ${left} to ${right} pixels`,
      opacity < 0.65 && `of an opacity of ${opacity}`,
    ].filter((reason) => reason !== false)
    return reasons.map((reason) => `${element.tagName} “${element.textContent?.trim().slice(0, 40)}” is ${reason}`)
  })
}

/** Expects every text and control of the scrolled home page to be visible, with the navigation bar and the banner in front. */
async function expectAllVisible(page: Page): Promise<void> {
  await expect(page.locator('[data-waiting]:not([data-revealed])')).toHaveCount(0)
  expect(await page.evaluate(hiddenElements)).toEqual([])
  const heights = await page
    .locator('main section[id]')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThan(250)

  await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }))
  const places = await page.evaluate(() => {
    const placeOf = (selector: string) => {
      const element = document.querySelector(selector)
      const { top, bottom, left, width } = element?.getBoundingClientRect() ?? new DOMRect()
      const inFront = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
      return { top, fromFoot: innerHeight - bottom, width, isInFront: inFront !== null && element?.contains(inFront) }
    }
    return { bar: placeOf('header'), banner: placeOf('#download-banner'), width: document.documentElement.clientWidth }
  })
  expect(places.bar).toEqual({ top: 0, fromFoot: expect.any(Number), width: places.width, isInFront: true })
  expect(places.banner.isInFront).toBe(true)
  expect(places.banner.fromFoot).toBe(0)
}

for (const path of ['/', '/download', '/terms', '/privacy', '/nowhere']) {
  const tag =
    { '/': ['@wide', '@R2.7', '@R2.9', '@R2.12', '@R2.26'], '/download': '@wide', '/terms': [] }[path] ?? '@rehearsal'
  test(`loading and scrolling ${path} causes no layout shift and animates only transform and opacity; images fill their frames, and on the home page every text is visible`, {
    tag,
  }, async ({ page, announce }) => {
    if (path === '/nowhere') announce.trouble(/404/)
    await mockVersionFile(page)
    await mockSpots(page, '250')
    await page.addInitScript(recordFrames)
    await enterPage(page, path)
    await scrollToEndOfPage(page)
    if (path === '/') await expect(page.locator('#free-access .spots-figure')).toHaveText(/^\d+$/)
    if (path === '/download') await expect(page.getByText('Version 1.4.0')).toBeVisible()
    expect(await readRecordedFrames(page)).toEqual(QUIET)
    await expect.poll(() => unfilledPrints(page)).toEqual([]) // the pictures may still load
    if (path === '/') await expectAllVisible(page)
  })
}

/** What replaces the placeholder of the number of places: a number, words in its place, or an error. */
const ARRIVALS = { '250': '250', '7': '7', '0': 'The beta stays open', many: 'Invalid spots data' }

test('the number of spots causes no layout shift when it, words in its place or an error arrive while the offer is in view', {
  tag: '@wide',
}, async ({ page }) => {
  await page.addInitScript(recordFrames)
  for (const [value, shown] of Object.entries(ARRIVALS)) {
    const arrival = await delayRequests(page, '**/rest/v1/app_settings*', (route) => route.fulfill({ json: { value } }))
    await enterPage(page, '/')
    const spots = page.locator('#free-access .spots-left')
    await spots.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await expect(spots.locator('.skeleton')).toBeInViewport()
    arrival.release()
    await expect(page.locator('#free-access')).toContainText(shown)
    await waitForTwoFrames(page)
    expect(await readRecordedFrames(page), value).toEqual(QUIET)
    await page.unroute('**/rest/v1/app_settings*')
  }
})

test('home page dialogs, form errors and toasts cause no layout shift and animate only transform and opacity', async ({
  page,
}) => {
  await page.route('**/functions/v1/send-contact-email', (route) => route.fulfill({ json: { success: true } }))
  await mockSpots(page, '250')
  await page.addInitScript(recordFrames)
  await enterPage(page, '/')
  const { dialog, cancel, send, write } = await openContactDialogOnPage(page)
  await ask(page, async () => {
    await send.click()
    await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(3)
  })
  await ask(page, async () => {
    await write({ name: 'Mara Lind', email: 'mara.lind@example.com', message: 'Hello.' })
    await expect(dialog.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(cancel).toBeHidden()
  await ask(page, async () => {
    await page.locator('#faq summary').nth(2).click()
    await expect(page.locator('#faq details[open]')).toBeVisible()
  })
  const { submit, close, dialog: signup } = await openSignupDialogOnPage(page)
  await ask(page, async () => {
    await submit.click()
    await expect(signup.locator('[aria-invalid=true]')).toHaveCount(2)
  })
  await close.click()
  // The demo's scene repeats for ever.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((it) => (it.effect?.getTiming().iterations === Infinity ? [] : it.finished)),
    ),
  )
  expect(await readRecordedFrames(page)).toEqual(QUIET)
})
