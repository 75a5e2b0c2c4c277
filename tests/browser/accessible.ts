import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

/** Its own packaging for Playwright puts it into the page anew, four times for each look here; most of a look was that. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What the text above puts into the page. */
declare const axe: typeof axeCore

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Those that look at colours: only these can differ between the schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

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
  const broken = await brokenRules(page, subject, { type: 'tag', values: RULES })
  await page.emulateMedia({ colorScheme: other })
  const inOther = await brokenRules(page, subject, { type: 'rule', values: COLOUR_RULES })
  await page.emulateMedia({ colorScheme: own })
  return [...broken.map((it) => `${own}: ${it}`), ...inOther.map((it) => `${other}: ${it}`)]
}

async function brokenRules(page: Page, subject: string | undefined, runOnly: axeCore.RunOnly): Promise<string[]> {
  const part = subject ?? ((await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'html')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return await page.evaluate(
    async ({ part, runOnly }) => {
      // No rule is asked about a frame from elsewhere.
      const { violations } = await axe.run(part, { runOnly, resultTypes: ['violations'], iframes: false })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { part, runOnly },
  )
}
