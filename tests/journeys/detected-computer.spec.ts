import { expect, test } from '../support/journey.ts'
import { delayRequests } from './delay-requests.ts'
import { emulateComputer } from './emulate-computer.ts'
import { mockVersionFile } from './release-file.ts'

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const [SILICON, INTEL] = ['Mac with Apple Silicon', 'Mac with Intel']
const EVERY_FILE = ['Windows', SILICON, INTEL]
const CHIP_HELP = 'Not sure about your Mac?'
const PHONE = 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0'
/** What a computer reports, a text that only it sees, the names of its own files, and the headings of the cards below. */
const COMPUTERS = [
  {
    what: 'Windows',
    userAgent: WINDOWS,
    note: /86 MB · Windows 10 or later$/,
    first: ['Windows'],
    cards: [SILICON, INTEL],
  },
  {
    what: 'Windows with ARM',
    userAgent: WINDOWS,
    platform: 'Windows',
    architecture: 'arm',
    note: /Windows 11 runs it on ARM/,
    first: ['Windows'],
    cards: [SILICON, INTEL],
  },
  {
    what: 'a Mac of unknown chip',
    userAgent: MAC,
    note: /88 MB or 91 MB/,
    first: ['Apple Silicon', 'Intel Mac'],
    cards: [CHIP_HELP, 'Windows'],
  },
  {
    what: 'Apple Silicon',
    userAgent: MAC,
    platform: 'macOS',
    architecture: 'arm',
    note: /For Macs with an M1 chip or later/,
    first: ['Apple Silicon'],
    cards: [CHIP_HELP, 'Windows', INTEL],
  },
  {
    what: 'an Intel Mac',
    userAgent: MAC,
    platform: 'macOS',
    architecture: 'x86',
    note: /For Macs with an Intel processor/,
    first: ['Intel Mac'],
    cards: [CHIP_HELP, 'Windows', SILICON],
  },
  { what: 'Linux', userAgent: LINUX, note: /isn’t available for Linux/, first: [], cards: EVERY_FILE },
  { what: 'a phone', userAgent: PHONE, note: /runs on a Mac or Windows computer/, first: [], cards: EVERY_FILE },
]

test('before its scripts are loaded, the download page shows a PC its button, and a phone its sentence and no files', async ({
  page,
}) => {
  await mockVersionFile(page)
  for (const userAgent of [WINDOWS, PHONE]) {
    await emulateComputer(page, userAgent)
    const scripts = await delayRequests(page, /\.js$/)
    await page.goto('/download')
    const region = page.getByRole('region', { name: 'Latest version' })
    const button = region.getByRole('link', { name: 'Download for Windows' })
    await expect(button).toHaveCount(userAgent === WINDOWS ? 1 : 0)
    if (userAgent === WINDOWS) await expect(button).toHaveClass(/bg-kept/)
    else await expect(region.getByText('Send yourself the link and open it there.')).toBeVisible()
    scripts.release()
    await page.unroute(/\.js$/)
  }
})

/** The computers that `npm test` tries: one file, two files, and none are offered first. */
const IN_EVERY_RUN = ['Windows', 'a Mac of unknown chip', 'a phone']

for (const { what, userAgent, platform, architecture, note, first, cards } of COMPUTERS) {
  const tag = IN_EVERY_RUN.includes(what) ? '@R2.41' : '@rehearsal'
  test.describe(what, () => {
    test.use({ userAgent, hasTouch: false, isMobile: false })

    test.beforeEach(async ({ page }) => {
      await page.addInitScript(
        (hints) => {
          const data = hints.platform ? { getHighEntropyValues: async () => ({ ...hints, mobile: false }) } : undefined
          Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => data })
        },
        { platform, architecture },
      )
    })

    test('the download page offers the matching file largest and links to the others, and to the help about the Mac chip in both modes', {
      tag,
    }, async ({ page }) => {
      await mockVersionFile(page)
      await page.goto('/download')
      const region = page.getByRole('region', { name: 'Latest version' })
      const seen = region.getByText(note).filter({ visible: true })
      await expect(seen).toHaveCount(1)
      const files = region.getByRole('link', { name: /^Download for/ })
      if (what === 'a phone') {
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
      await expect(page.getByRole('link', { name: 'Email the link to yourself' })).toHaveCount(
        first.length === 0 ? 1 : 0,
      )

      for (const mode of ['plain', 'welcome']) {
        if (mode === 'welcome') {
          const orderDetails = {
            name: 'Mara',
            email: 'mara@example.com',
            amount: 0,
            orderId: 'FREE-1',
            date: 'Mar 5, 2025',
          }
          await page.evaluate((details) => history.replaceState({ orderDetails: details }, ''), orderDetails)
          await page.reload()
          await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
          await expect(seen).toHaveCount(1)
          if (what === 'a phone') await page.getByRole('button', { name: 'Download here anyway' }).click()
        }
        const link = page.getByRole('link', { name: /which chip does/i })
        await expect(link).toHaveCount(1)
        const card = await files.first().boundingBox()
        if (userAgent === MAC) expect((await link.boundingBox())?.y).toBeGreaterThan(card?.y ?? Infinity)
        const target = page.locator((await link.getAttribute('href')) ?? '')
        await expect(target).toContainText('About This Mac')
        await link.click()
        await expect(target).toBeInViewport()
      }
    })
  })
}
