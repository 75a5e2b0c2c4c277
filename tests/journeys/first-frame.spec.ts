// Tests that the first frame skips the sections below the viewport (styles/out-of-sight.css), which nobody notices afterwards.
import { expect, test, WITH_MOTION } from '../support/journey.ts'

test.use(WITH_MOTION)

test('the first frame skips the layout of sections below the viewport, and soon after, every section stays laid out', async ({
  page,
}) => {
  // The layout must depend on neither idle time, which Safari does not report, nor input.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'requestIdleCallback'))
  await page.addInitScript(recordEndsOfSkipping)
  await page.goto('/')
  await expect
    .poll(() => page.evaluate(() => [...Reflect.get(window, 'laidOutLater')]))
    .toEqual(expect.arrayContaining(['footer', 'faq', 'story']))
  await expect.poll(() => page.evaluate(renderedParts)).toEqual({ welcome: true, faq: true, footer: true })
  const faq = page.locator('#faq')
  await faq.evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
  await page.evaluate(waitUntilStill)
  // The text that is read stays where it is while the visitor scrolls up.
  const top = await faq.evaluate((section) => section.getBoundingClientRect().top)
  await page.evaluate(() => window.scrollBy({ top: -1500, behavior: 'instant' }))
  await page.evaluate(waitUntilStill)
  expect(await faq.evaluate((section) => section.getBoundingClientRect().top)).toBeCloseTo(top + 1500, 0)
})

test('the target of scrollIntoView or focus stays in place once all sections are laid out', async ({ page }) => {
  for (const id of ['testimonials', 'story', 'free-access', 'faq']) {
    await page.goto('/')
    await expect.poll(() => page.evaluate(renderedParts)).toEqual({ welcome: true, faq: true, footer: true })
    // The complete fonts, which the idle page enables, wrap some lines elsewhere.
    await expect(page.locator('style[media]')).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate((place) => document.getElementById(place)?.scrollIntoView({ behavior: 'instant' }), id)
    await page.evaluate(waitUntilStill)
    const top = await page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top)
    expect(Math.abs(top - 80), id).toBeLessThanOrEqual(2)
  }
  await page.goto('/')
  const last = page.getByRole('contentinfo').getByRole('link').last()
  await last.focus()
  await page.evaluate(waitUntilStill)
  await expect(last).toBeInViewport()
})

test('a link to a text of the page, as search engines make them, scrolls to the text, which stays in view while the rest of the page is laid out', async ({
  page,
}) => {
  for (const heading of ['What we hope you’ll say', 'The one on the wall', 'Yours for life.', 'What does it cost?']) {
    await page.goto('about:blank')
    await page.goto(`/#:~:text=${encodeURIComponent(heading)}`)
    await expect(page.locator('style[media]')).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(waitUntilStill)
    const { top, bottom } = await page
      .getByText(heading, { exact: true })
      .evaluate((text) => text.getBoundingClientRect())
    const middle = await page.evaluate(() => innerHeight / 2)
    // The browser scrolls the text to the middle. The complete fonts can wrap one line more or less above.
    expect(Math.abs((top + bottom) / 2 - middle), heading).toBeLessThanOrEqual(40)
  }
})

/** Returns which parts of the page are rendered, not skipped by `content-visibility`. Runs in the page. */
function renderedParts() {
  const is = (selector: string) => document.querySelector(selector)?.checkVisibility({ contentVisibilityAuto: true })
  return { welcome: is('h1'), faq: is('#faq h2'), footer: is('footer p') }
}

/** Records the sections whose layout the first frame skipped, when that ends. Runs in the page. */
function recordEndsOfSkipping() {
  const ended = new Set<string>()
  Object.assign(window, { laidOutLater: ended })
  addEventListener('animationend', ({ animationName, target }) => {
    if (animationName === 'skip-layout' && target instanceof Element) ended.add(target.id || target.tagName)
  })
}

/** Waits until the page height and the scroll position are unchanged for a quarter of a second. Runs in the page. */
async function waitUntilStill() {
  const place = () => `${scrollY} of ${document.documentElement.scrollHeight}`
  for (let before = ''; before !== place(); await new Promise((resolve) => setTimeout(resolve, 250))) before = place()
}
