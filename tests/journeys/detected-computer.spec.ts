// Tests what the download page offers each computer, and that it does not move when the computer is detected.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { emulateComputer, PHONE, WINDOWS as WINDOWS_FIREFOX } from './emulate-computer.ts'
import { QUIET, readRecordedFrames, recordFrames } from './layout-shifts.ts'
import { waitForHydration } from './open-page.ts'
import { mockVersionFile } from './release-file.ts'
import { locateDetails, sampleOrder } from './welcome-view.ts'

test.use(WITH_MOTION)

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const [SILICON, INTEL] = ['Mac with Apple Silicon', 'Mac with Intel']
const EVERY_FILE = ['Windows', SILICON, INTEL]
const CHIP_HELP = 'Not sure about your Mac?'

type Hints = { platform: string; mobile: boolean; architecture?: string }
/**
 * What a browser reports, a text that only this computer sees, by which the page shows that it has detected the computer, the names of its own
 * files, and the headings of the cards below.
 */
type Computer = {
  userAgent: string
  hints?: Hints
  touchPoints?: number
  note: RegExp
  first: string[]
  cards: string[]
}

const mac = {
  userAgent: MAC,
  note: /88 MB or 91 MB/,
  first: ['Apple Silicon', 'Intel Mac'],
  cards: [CHIP_HELP, 'Windows'],
}
const windows = {
  userAgent: WINDOWS,
  note: /86 MB · Windows 10 or later$/,
  first: ['Windows'],
  cards: [SILICON, INTEL],
}
const phone = { touchPoints: 5, note: /runs on a Mac or Windows computer/, first: [], cards: EVERY_FILE }
const hintsOf = (platform: string, architecture: string) => ({ platform, architecture, mobile: false })

const COMPUTERS: Record<string, Computer> = {
  Windows: { ...windows, hints: hintsOf('Windows', 'x86') },
  'Windows in Firefox': windows,
  'Windows with ARM': { ...windows, hints: hintsOf('Windows', 'arm'), note: /Windows 11 runs it on ARM/ },
  'a Mac in Safari': mac,
  'Apple Silicon': {
    ...{ userAgent: MAC, hints: hintsOf('macOS', 'arm'), note: /For Macs with an M1 chip or later/ },
    ...{ first: ['Apple Silicon'], cards: [CHIP_HELP, 'Windows', INTEL] },
  },
  'an Intel Mac': {
    ...{ userAgent: MAC, hints: hintsOf('macOS', 'x86'), note: /For Macs with an Intel processor/ },
    ...{ first: ['Intel Mac'], cards: [CHIP_HELP, 'Windows', SILICON] },
  },
  'a Mac whose browser hides the chip': { ...mac, hints: hintsOf('macOS', '') },
  Linux: {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0)',
    note: /isn’t available for Linux/,
    first: [],
    cards: EVERY_FILE,
  },
  'an iPhone': { ...phone, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Mobile/15E148' },
  'an iPad': { ...phone, userAgent: MAC },
  Android: { ...phone, userAgent: ANDROID, hints: { platform: 'Android', mobile: true, architecture: '' } },
  'an unknown computer': {
    ...{ userAgent: 'Mozilla/5.0 (PlayStation 5 8.20)', note: /Released Mar 5, 2025/, first: [], cards: EVERY_FILE },
  },
}

const SIZES = [
  [360, 780],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const

/** The sizes, and the computers with the most different notes, that `npm test` tries: with one file, two files and none offered first. */
const IN_EVERY_RUN = [
  '360 Windows in Firefox',
  '360 a Mac in Safari',
  '1440 a Mac in Safari',
  '360 Android',
  '1440 Android',
]

/** Makes the page's script see another computer. Runs in the page. */
function pretendComputer({ userAgent, hints, touchPoints = 0 }: Pick<Computer, 'userAgent' | 'hints' | 'touchPoints'>) {
  const data = hints && { ...hints, getHighEntropyValues: async () => hints }
  const platform = userAgent.includes('Macintosh') ? 'MacIntel' : ''
  for (const [name, value] of Object.entries({ userAgent, platform, maxTouchPoints: touchPoints, userAgentData: data }))
    Object.defineProperty(Navigator.prototype, name, { get: () => value })
}

async function openAs(page: Page, { note, first: _, cards: __, ...own }: Computer): Promise<void> {
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
  await waitForHydration(page)
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
      test(`the download page, plain and as the welcome page, does not move when it detects ${what}, offers the matching file largest, links to the others, and to the help about the Mac chip`, {
        tag: IN_EVERY_RUN.includes(`${width} ${what}`) ? '@R2.41' : '@rehearsal',
      }, async ({ page }) => {
        await openAs(page, computer)
        expect(await readRecordedFrames(page)).toEqual(QUIET)
        await expectOffer(page, computer)
        await expectChipHelp(page, what)
        // The link to the help has changed the address, which the next load must not.
        await page.evaluate((orderDetails) => history.replaceState({ orderDetails }, '', '/download'), sampleOrder)
        await openAs(page, computer)
        await expect(locateDetails(page)).toBeVisible()
        await waitForFrames(page)
        expect(await readRecordedFrames(page)).toEqual(QUIET)
        if (computer.touchPoints) await page.getByRole('button', { name: 'Download here anyway' }).click()
        await expectChipHelp(page, what)
      })
    }
  })
}

/** Expects the computer's own files to be offered before the others. On a phone, shows the files first. */
async function expectOffer(page: Page, { note, touchPoints, first, cards }: Computer): Promise<void> {
  const region = page.getByRole('region', { name: 'Latest version' })
  await expect(region.getByText(note).filter({ visible: true })).toHaveCount(1)
  const files = region.getByRole('link', { name: /^Download for/ })
  if (touchPoints) {
    await expect(files).toHaveCount(0)
    await page.getByRole('button', { name: 'Download here anyway' }).click()
  }
  const names = first.map((each) => `Download for ${each}`)
  await expect(files.first()).toBeVisible()
  const buttons = await files.evaluateAll((all) =>
    all.map((it) => ({ name: it.textContent, isPrimary: it.matches('.bg-kept'), height: it.clientHeight })),
  )
  // The matching files are the largest, and the first is the only primary button; the others are on cards of equal heights.
  expect(buttons.filter(({ isPrimary }) => isPrimary).map(({ name }) => name)).toEqual(names.slice(0, 1))
  expect(buttons.slice(0, names.length).map(({ name }) => name)).toEqual(names)
  const [own, ...others] = new Set(buttons.map(({ height }) => height))
  if (first.length > 0) expect(own).toBeGreaterThan(Math.max(...others))
  for (const file of ['Windows', 'Apple Silicon', 'Intel Mac'])
    expect(buttons.map(({ name }) => name)).toContain(`Download for ${file}`)
  const heights = await region.getByRole('listitem').evaluateAll((all) => all.map((card) => card.clientHeight))
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2)
  await expect(region.getByRole('listitem').getByRole('heading').filter({ visible: true })).toHaveText(cards)
  if (note.source.startsWith('Released')) return
  const handOff = page.getByRole('link', { name: 'Email the link to yourself' })
  await expect(handOff).toHaveCount(first.length === 0 ? 1 : 0)
}

async function expectChipHelp(page: Page, what: string): Promise<void> {
  const link = page.getByRole('link', { name: /which chip does/i })
  await expect(link).toHaveCount(1)
  const file = await page
    .getByRole('link', { name: /^Download for/ })
    .first()
    .boundingBox()
  if (/ Mac|Silicon/.test(what)) expect((await link.boundingBox())?.y).toBeGreaterThan(file?.y ?? Infinity)
  const target = page.locator((await link.getAttribute('href')) ?? '')
  await expect(target).toContainText('About This Mac')
  await link.click()
  await expect(target).toBeInViewport()
}

test('before its scripts are loaded, the download page shows a PC its button, and a phone its sentence and no files', async ({
  page,
}) => {
  await mockVersionFile(page)
  for (const userAgent of [WINDOWS_FIREFOX, PHONE]) {
    await emulateComputer(page, userAgent)
    const scripts = await delayRequests(page, /\.js$/)
    await page.goto('/download')
    const region = page.getByRole('region', { name: 'Latest version' })
    const button = region.getByRole('link', { name: 'Download for Windows' })
    await expect(button).toHaveCount(userAgent === WINDOWS_FIREFOX ? 1 : 0)
    if (userAgent === WINDOWS_FIREFOX) await expect(button).toHaveClass(/bg-kept/)
    else await expect(region.getByText('Send yourself the link and open it there.')).toBeVisible()
    scripts.release()
    await page.unroute(/\.js$/)
  }
})

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
