import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

/**
 * The axe script is injected once per page. The axe package for Playwright injects it four times per check, which took most of the
 * time.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The global variable that the injected axe script defines. */
declare const axe: typeof axeCore

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The axe rules about colours, the only ones whose result can differ between the colour schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Asserts that the page violates no automatically testable rule of WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findWcagViolations(page)).toEqual([])
}

/**
 * Returns the violated, automatically testable rules of WCAG 2.2 AA in the current colour scheme, and the violated rules about
 * colours in the other colour scheme. Checks the element `subject` if given, otherwise the open dialog (the page behind a modal
 * dialog is inert), otherwise the page.
 */
export async function findWcagViolations(page: Page, subject?: string): Promise<string[]> {
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
      // Frames from other origins are not checked, because we do not control their content.
      const { violations } = await axe.run(part, { runOnly, resultTypes: ['violations'], iframes: false })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { part, runOnly },
  )
}
