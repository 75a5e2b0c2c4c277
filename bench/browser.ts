import { type CDPSession, chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../tests/support/browser.ts'

/** Starts a browser with a page that emulates a phone, and a DevTools session. `slowDown` is the CPU throttling factor. */
export async function openEmulatedPhone(slowDown = 1): Promise<AsyncDisposable & { page: Page; protocol: CDPSession }> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })
  const protocol = await page.context().newCDPSession(page)
  if (slowDown > 1) await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  return { page, protocol, [Symbol.asyncDispose]: () => browser.close() }
}
