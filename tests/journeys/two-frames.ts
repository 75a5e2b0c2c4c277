import type { Page } from '@playwright/test'

/**
 * Waits for two animation frames, after which scroll events, observers and React effects of the last action have run. Call it before
 * an assertion that something does not appear: without the wait, the assertion runs too early and passes regardless.
 */
export async function waitForTwoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
