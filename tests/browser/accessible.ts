import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No rule of WCAG 2.2 AA that a program can check is broken in what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBrokenRules(page)).toEqual([])
}

/**
 * The rules of WCAG 2.2 AA that a program can check and that are broken now, in the visitor's scheme and in the other
 * one, where only colours differ. Looked at is the subject, else the open dialog (what lies behind it cannot be reached),
 * else the page.
 */
export async function findBrokenRules(page: Page, subject?: string): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const broken = await brokenRules(page, subject, (axe) => axe.withTags(RULES))
  await page.emulateMedia({ colorScheme: other })
  const inOther = await brokenRules(page, subject, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))
  await page.emulateMedia({ colorScheme: own })
  return [...broken.map((it) => `${own}: ${it}`), ...inOther.map((it) => `${other}: ${it}`)]
}

type Narrow = (axe: AxeBuilder) => AxeBuilder

async function brokenRules(page: Page, subject: string | undefined, narrow: Narrow): Promise<string[]> {
  const part = subject ?? ((await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : undefined)
  // All in one page: no rule is asked about a frame from elsewhere, and a second page for each look is a fifth of the time.
  const axe = narrow(new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode())
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
