import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No rule of WCAG 2.2 AA that a program can check is broken in what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBrokenRules(page)).toEqual([])
}

/**
 * The rules of WCAG 2.2 AA that a program can check and that are broken now, in the visitor's scheme and in the other
 * one, where only colours differ. Of a page behind an open dialog nothing can be reached, so only the dialog is looked at.
 */
export async function findBrokenRules(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const broken = await brokenRules(page, (axe) => axe.withTags(RULES))
  await page.emulateMedia({ colorScheme: other })
  const inOther = await brokenRules(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))
  await page.emulateMedia({ colorScheme: own })
  return [...broken.map((it) => `${own}: ${it}`), ...inOther.map((it) => `${other}: ${it}`)]
}

async function brokenRules(page: Page, narrow: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const hasDialog = (await page.locator('dialog[open]').count()) > 0
  const axe = narrow(new AxeBuilder({ page }).options({ resultTypes: ['violations'] }))
  const { violations } = await (hasDialog ? axe.include('dialog[open]') : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
