import type { Locator, Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openPage } from './open-page.ts'
import { waitForTwoFrames } from './two-frames.ts'

test.use(WITH_MOTION)

/** Scrolls until the given share of a block's height is above the bottom edge of the viewport. */
async function show(block: Locator, share: number): Promise<void> {
  await block.evaluate((element, part) => {
    const { top, height } = element.getBoundingClientRect()
    window.scrollBy({ top: top + height * part - window.innerHeight, behavior: 'instant' })
  }, share)
}

async function enterHome(page: Page): Promise<void> {
  await openPage(page, '/')
  await page.evaluate(() => window.scrollTo({ top: 1, behavior: 'instant' })) // no block waits before the visitor scrolls
  await waitForTwoFrames(page)
}

test('a block with an entrance animation is hidden once the visitor is near it until a fifth of its height is in the viewport, and stays visible afterwards', {
  tag: ['@R2.26', '@R9.14'],
}, async ({ page }) => {
  await openPage(page, '/')
  const waiting = page.locator('[data-waiting]')
  await expect(waiting).toHaveCount(0)
  const far = page.locator('#story [data-reveal]').first()
  await show(far, -0.1)
  await expect(far).toHaveAttribute('data-waiting')
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(far).not.toHaveAttribute('data-waiting')
  await expect(far).toHaveCSS('opacity', '1')

  for (const block of [
    page.locator('#features [data-reveal]').nth(1),
    page.locator('#story [data-reveal]').first(),
    page.locator('#who-is-this-for [data-reveal]').first(),
  ]) {
    await show(block, -0.1)
    await expect(block).toHaveAttribute('data-waiting')
    await show(block, 0.12)
    await page.waitForTimeout(250)
    await expect(block).toHaveCSS('opacity', '0')
    await expect(block).not.toHaveAttribute('data-revealed')
    await show(block, 0.3)
    await expect(block).toHaveAttribute('data-revealed')
    await expect(block).toHaveCSS('opacity', '1')
    await expect(block).toHaveCSS('transform', 'none')
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForTimeout(150)
    await expect(block).toHaveCSS('opacity', '1')
  }
})

test('an entrance animation fades and slides for 0.6 s from its own direction, with growing delays within a row', {
  tag: ['@wide', '@R2.26', '@R2.27', '@R2.28', '@R9.14'],
}, async ({ page }) => {
  await enterHome(page)
  const blocks = page.locator('#story [data-reveal], #features [data-reveal], #testimonials [data-reveal]')
  expect(await blocks.count()).toBeGreaterThan(12)
  const entering = await blocks.evaluateAll((all) =>
    all.map((block) => {
      block.setAttribute('data-waiting', '')
      const before = getComputedStyle(block)
      const start = { opacity: before.opacity, transform: before.transform }
      block.setAttribute('data-revealed', '')
      const { transitionProperty, transitionDuration } = getComputedStyle(block)
      block.removeAttribute('data-revealed')
      return { ...start, from: block.getAttribute('data-reveal'), transitionProperty, transitionDuration }
    }),
  )
  const begins: Record<string, string> = {
    up: 'matrix(1, 0, 0, 1, 0, 40)',
    left: 'matrix(1, 0, 0, 1, 40, 0)',
    right: 'matrix(1, 0, 0, 1, -40, 0)',
    scale: 'matrix(0.92, 0, 0, 0.92, 0, 0)',
  }
  for (const { from, opacity, transform, transitionProperty, transitionDuration } of entering) {
    expect([opacity, transform]).toEqual(['0', begins[from ?? '']])
    expect(transitionProperty).toBe('opacity, transform')
    expect(new Set(transitionDuration.split(', '))).toEqual(new Set(['0.6s']))
  }
  expect(new Set(entering.map(({ from }) => from))).toEqual(new Set(Object.keys(begins)))
  const delays = page.locator('#who-is-this-for [data-reveal]')
  expect(await delays.evaluateAll((all) => all.map((block) => getComputedStyle(block).transitionDelay))).toEqual([
    '0s',
    '0.1s',
    '0.2s',
    '0.3s',
  ])
  const story = page.locator('#story [data-reveal]')
  const sides = await story.evaluateAll((all) => all.map((block) => block.getAttribute('data-reveal')))
  expect(new Set(sides)).toEqual(new Set(['left', 'right']))
  // No block of the page currently uses the entrance animation from above, but the style sheet supports it, so the test sets it by script.
  const down = await page.evaluate(() => {
    const block = document.body.appendChild(document.createElement('div'))
    block.dataset['reveal'] = 'down'
    block.dataset['waiting'] = ''
    return getComputedStyle(block).transform
  })
  expect(down).toBe('matrix(1, 0, 0, 1, 0, -40)')
})
