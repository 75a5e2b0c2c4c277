import type { Page } from '@playwright/test'

/** User agents of computers. */
export const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
export const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0'
export const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
export const UNKNOWN = 'Mozilla/5.0 (PlayStation 5 8.20)'
export const PHONE = 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0'

/** Makes the page detect the computer of another user agent, without client hints. */
export async function emulateComputer(page: Page, userAgent: string): Promise<void> {
  await page.addInitScript((text) => {
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => text })
    // Configurable, because about:blank has no such property, and a test may emulate one computer after the other.
    Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => undefined, configurable: true })
    Object.defineProperty(Navigator.prototype, 'maxTouchPoints', { get: () => 0 })
  }, userAgent)
}
