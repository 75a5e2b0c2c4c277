import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { openPage } from './open-page.ts'
import { mockVersionFile } from './release-file.ts'
import { openSignupDialogOnPage } from './signup-dialog.ts'
import { showWelcome } from './welcome-view.ts'

/** Returns font family (the first view's font is a part of the whole one), weight and size of each visible heading of levels 1 to 3, as one text per heading. */
async function headings(page: Page): Promise<{ level: string; family: string; size: string; text: string }[]> {
  return await page.locator(':is(h1, h2, h3):not(.sr-only)').evaluateAll((all) =>
    all.map((heading) => {
      const { fontFamily, fontWeight, fontSize } = getComputedStyle(heading)
      const level = heading.tagName.toLowerCase()
      return {
        level,
        family: `${fontFamily.replace('"Fraunces First", ', '').split(',')[0]} ${fontWeight}`,
        size: fontSize,
        text: heading.textContent,
      }
    }),
  )
}

/** How many sizes the headings of a level have: h1 of the heroes and of documents; h2 of sections, cards and dialogs; h3 of cards. */
const SIZES: Record<string, number> = { h1: 2, h2: 3, h3: 1 }

test('headings of levels 1 to 3 on all pages and in dialogs have one font family, and each level has few sizes', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/status of 404/)
  announce.trouble(/there is no page at/)
  await mockVersionFile(page)
  const found: Awaited<ReturnType<typeof headings>> = []
  for (const path of ['/', '/download', '/terms', '/privacy', '/confirm', '/no/such-page']) {
    await openPage(page, path)
    found.push(...(await headings(page)))
  }
  await page.goto('/download')
  await showWelcome(page)
  found.push(...(await headings(page)))
  await page.goto('/')
  const { close } = await openSignupDialogOnPage(page)
  found.push(...(await headings(page)))
  await close.click()
  await openContactDialogOnPage(page)
  found.push(...(await headings(page)))

  expect(found.length).toBeGreaterThan(50)
  expect([...new Set(found.map(({ family }) => family))]).toEqual(['Fraunces 600'])
  for (const [level, most] of Object.entries(SIZES)) {
    const sizes = new Map(found.filter((each) => each.level === level).map(({ size, text }) => [size, text]))
    expect(sizes.size, `${level}: ${JSON.stringify([...sizes])}`).toBeLessThanOrEqual(most)
  }
  // The heading of a card has the same size, whatever its level.
  const sizeOf = (text: string) => found.find((each) => each.text === text)?.size
  for (const card of ['Latest version', 'Registration Details']) expect(sizeOf(card)).toBe(sizeOf('Windows'))
})
