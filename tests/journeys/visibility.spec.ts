import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'

test.use(WITH_MOTION)

/** Scrolls to the end of the page in steps, so that the entrance animation of every block runs. */
async function scrollToEndOfPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = document.documentElement
    while (scrollY + innerHeight < root.scrollHeight - 2) {
      window.scrollBy({ top: innerHeight / 2, behavior: 'instant' })
      for (const _ of [1, 2, 3]) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  await expect(page.locator('[data-waiting]:not([data-revealed])')).toHaveCount(0)
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .flatMap((it) => (it.effect?.getComputedTiming().iterations === Infinity ? [] : it.finished)),
    ),
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

test('every text and control of the home page is visible after scrolling, with the navigation bar and banner in front', {
  tag: ['@wide', '@R2.7', '@R2.9', '@R2.12', '@R2.26'],
}, async ({ page }) => {
  await page.goto('/')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await scrollToEndOfPage(page)
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
})

test.describe('in the dark colour scheme', () => {
  test.use({ colorScheme: 'dark' })

  test('the home page has light text on a dark background in the dark colour scheme, and the reverse in the light one', async ({
    page,
  }) => {
    const coloursOf = () =>
      page.evaluate(() => {
        const lightnessOf = (colour: string) =>
          [...colour.matchAll(/[\d.]+/g)].slice(0, 3).reduce((sum, [part]) => sum + Number(part), 0) / 3
        const { backgroundColor, color } = getComputedStyle(document.body)
        const ground =
          backgroundColor === 'rgba(0, 0, 0, 0)'
            ? getComputedStyle(document.documentElement).backgroundColor
            : backgroundColor
        return { ground: lightnessOf(ground), letters: lightnessOf(color) }
      })
    await page.goto('/')
    const dark = await coloursOf()
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await coloursOf()
    expect(dark.ground).toBeLessThan(40)
    expect(dark.letters).toBeGreaterThan(220)
    expect(light.ground).toBeGreaterThan(230)
    expect(light.letters).toBeLessThan(60)
  })
})
