// Tests that the download page does not move when the computer is detected, whatever the computer.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { QUIET, readRecordedFrames, recordFrames } from './layout-shifts.ts'
import { mockVersionFile } from './release-file.ts'

test.use(WITH_MOTION)

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

/** What a browser reports, and the text by which the page shows that it has detected the computer. */
type Computer = { userAgent: string; hints?: Hints; touchPoints?: number; note: RegExp }
type Hints = { platform: string; mobile: boolean; architecture?: string }

const PHONE_NOTE = /runs on a Mac or Windows computer/
const COMPUTERS: Record<string, Computer> = {
  Windows: {
    userAgent: WINDOWS,
    hints: { platform: 'Windows', mobile: false, architecture: 'x86' },
    note: /86 MB/,
  },
  'Windows in Firefox': { userAgent: WINDOWS, note: /86 MB/ },
  'Windows with ARM': {
    userAgent: WINDOWS,
    hints: { platform: 'Windows', mobile: false, architecture: 'arm' },
    note: /runs it on ARM/,
  },
  'a Mac in Safari': { userAgent: MAC, note: /88 MB or 91 MB/ },
  'Apple Silicon': {
    userAgent: MAC,
    hints: { platform: 'macOS', mobile: false, architecture: 'arm' },
    note: /an M1 chip or later/,
  },
  'an Intel Mac': {
    userAgent: MAC,
    hints: { platform: 'macOS', mobile: false, architecture: 'x86' },
    note: /Macs with an Intel processor/,
  },
  'a Mac whose browser hides the chip': {
    userAgent: MAC,
    hints: { platform: 'macOS', mobile: false, architecture: '' },
    note: /88 MB or 91 MB/,
  },
  Linux: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0)', note: /isn’t available for Linux/ },
  'an iPhone': {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Mobile/15E148',
    touchPoints: 5,
    note: PHONE_NOTE,
  },
  'an iPad': { userAgent: MAC, touchPoints: 5, note: PHONE_NOTE },
  Android: {
    userAgent: ANDROID,
    hints: { platform: 'Android', mobile: true, architecture: '' },
    touchPoints: 5,
    note: PHONE_NOTE,
  },
  'an unknown computer': { userAgent: 'Mozilla/5.0 (PlayStation 5 8.20)', note: /Released Mar 5, 2025/ },
}

/** The sizes, and the computers with the most different notes, that `npm test` tries. */
const IN_EVERY_RUN = [360, 1440, 'a Mac in Safari', 'Android']

const SIZES = [
  [360, 780],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const

/** Makes the page's script see another computer. Runs in the page. */
function pretendComputer({ userAgent, hints, touchPoints = 0 }: Omit<Computer, 'note'>) {
  const data = hints && { ...hints, getHighEntropyValues: async () => hints }
  const platform = userAgent.includes('Macintosh') ? 'MacIntel' : ''
  for (const [name, value] of Object.entries({ userAgent, platform, maxTouchPoints: touchPoints, userAgentData: data }))
    Object.defineProperty(Navigator.prototype, name, { get: () => value })
}

async function openPage(page: Page, computer: Computer): Promise<void> {
  const { note, ...own } = computer
  await mockVersionFile(page)
  await page.addInitScript(pretendComputer, own)
  await page.addInitScript(recordFrames)
  const scripts = await delayRequests(page, /\.js$/)
  await page.goto('/download', { waitUntil: 'commit' })
  await page.locator('footer').waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  await waitForFrames(page)
  // Leaves out what moved before hydration, because of a late font.
  await page.evaluate(() => Reflect.get(window, 'asked').push({ from: 0, until: performance.now() }))
  scripts.release()
  await page.unroute(/\.js$/)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await expect(page.getByText('Version 1.4.0')).toBeVisible()
  await expect(page.getByText(note).filter({ visible: true }).first()).toBeVisible()
  await waitForFrames(page)
}

/** Waits for some frames, in which layout shifts are recorded. */
async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

for (const [width, height] of SIZES) {
  test.describe(`in a window of ${width} x ${height}`, () => {
    test.use({ viewport: { width, height }, isMobile: false, hasTouch: false })

    for (const [what, computer] of Object.entries(COMPUTERS)) {
      const tag = IN_EVERY_RUN.includes(width) && IN_EVERY_RUN.includes(what) ? [] : '@rehearsal'
      test(`detecting ${what} on the download page causes no layout shift, and none when the page is reloaded as the welcome page`, {
        tag,
      }, async ({ page }) => {
        await openPage(page, computer)
        expect(await readRecordedFrames(page)).toEqual(QUIET)
        const orderDetails = {
          name: 'Mara Lind',
          email: 'mara@example.com',
          amount: 0,
          orderId: 'FREE-1',
          date: 'Mar 5, 2025',
        }
        await page.evaluate((details) => history.replaceState({ orderDetails: details }, ''), orderDetails)
        await openPage(page, computer)
        await expect(page.getByRole('region', { name: 'Registration Details' })).toBeVisible()
        await waitForFrames(page)
        expect(await readRecordedFrames(page)).toEqual(QUIET)
      })
    }
  })
}

test('the parts of the download page are hydrated in separate tasks: its heading is final before the cards are hydrated', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('h1')?.closest('.container-page > div')
      const card = document.querySelector('#latest-version')
      if (!heading || !card || heading.matches('.in-welcome\\:hidden')) return
      // React stores its own node in each element that it has hydrated.
      const isHydrated = Object.keys(card).some((key) => key.startsWith('__reactFiber'))
      Object.assign(window, { cardWasHydrated: isHydrated })
      observer.disconnect()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
  })
  await page.goto('/download')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'cardWasHydrated'))).toBe(false)
})
