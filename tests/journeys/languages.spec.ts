// The site is in English only. These tests check that its layout allows translations: longer texts, and right-to-left text.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'

const PATHS = ['/', '/download', '/terms', '/privacy', '/confirm', '/no-such-page']
/** The share by which the tests lengthen texts. German, the usual reference for long translations, is about 40 % longer than English. */
const LONGER = 0.4

test(`texts lengthened by ${LONGER * 100} % overflow no page in left-to-right or right-to-left layout`, async ({
  page,
  announce,
}) => {
  announce.trouble(/no-such-page|404/)
  for (const path of PATHS) {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(path)
    await expect(page.locator('html[data-ready]')).toBeAttached()
    await lengthenTexts(page, LONGER)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 780 })
      for (const dir of ['ltr', 'rtl']) {
        await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir)
        expect(await overflowingTexts(page), `${path}, ${width} px, ${dir}`).toEqual([])
      }
    }
  }
})

/** Lengthens the words of every text, so that lines wrap where the lines of a translation would. */
async function lengthenTexts(page: Page, share: number): Promise<void> {
  await page.evaluate((longer) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style, svg, noscript')) continue
      node.textContent = (node.textContent ?? '').replace(/\p{L}{2,}/gu, (word) => {
        return word + word.slice(0, Math.max(1, Math.round(word.length * longer)))
      })
    }
  }, share)
}

/** Returns the visible texts that overflow the page, or that an ancestor element clips. */
async function overflowingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !/\S/.test(node.textContent ?? '')) continue
      if (element.closest('.sr-only, svg, [aria-hidden="true"]') || !element.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()]
      let frame: Element | null = element
      while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement
      if (frame && getComputedStyle(frame).overflowX === 'auto') continue // it scrolls to the text
      const { left, right } = (frame ?? document.documentElement).getBoundingClientRect()
      if (boxes.some((box) => box.left < left - 1 || box.right > right + 1)) found.push(element.textContent ?? '')
    }
    return found
  })
}
