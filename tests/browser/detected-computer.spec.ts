import { expect, test } from '../support/journey.ts'
import { mockVersionFile } from './release-file.ts'

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const PHONE = 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0'
const COMPUTERS = [
  {
    what: 'Windows',
    userAgent: WINDOWS,
    note: /on Windows, so that file comes first/,
    first: ['Download for Windows'],
  },
  {
    what: 'Windows with ARM',
    userAgent: WINDOWS,
    platform: 'Windows',
    architecture: 'arm',
    note: /Windows 11 can run the x64 one/,
    first: ['Download for Windows'],
  },
  {
    what: 'a Mac of unknown chip',
    userAgent: MAC,
    note: /doesn’t say which chip/,
    first: ['Download for Apple Silicon', 'Download for Intel Mac'],
  },
  {
    what: 'Apple Silicon',
    userAgent: MAC,
    platform: 'macOS',
    architecture: 'arm',
    note: /Mac with Apple Silicon, so/,
    first: ['Download for Apple Silicon'],
  },
  {
    what: 'an Intel Mac',
    userAgent: MAC,
    platform: 'macOS',
    architecture: 'x86',
    note: /Intel Mac, so that file/,
    first: ['Download for Intel Mac'],
  },
  { what: 'Linux', userAgent: LINUX, note: /isn’t available for Linux/, first: [] },
  { what: 'a phone', userAgent: PHONE, note: /runs on a Mac or Windows computer/, first: [] },
]

/** The computers that `npm test` tries: one file, two files, and none are offered first. */
const IN_EVERY_RUN = ['Windows', 'a Mac of unknown chip', 'a phone']

for (const { what, userAgent, platform, architecture, note, first } of COMPUTERS) {
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

    test('the download page lists matching files first, and links to the help about the Mac chip in both modes, small and after the files on a computer that is no Mac', {
      tag,
    }, async ({ page }) => {
      await mockVersionFile(page)
      await page.goto('/download')
      await expect(page.getByText(note)).toBeVisible()
      const names = await page.getByRole('link', { name: /^Download for/ }).allTextContents()
      expect(names.slice(0, first.length)).toEqual(first)
      expect(names.toSorted()).toEqual(['Download for Apple Silicon', 'Download for Intel Mac', 'Download for Windows'])
      const handOff = page.getByRole('link', { name: 'Email the link to yourself' })
      await expect(handOff).toHaveCount(first.length === 0 ? 1 : 0)
      // The matching files are the only primary buttons, and a single one is the largest.
      const buttons = await page
        .getByRole('link', { name: /^Download for/ })
        .evaluateAll((all) => all.map((it) => ({ isPrimary: it.matches('.bg-kept'), height: it.clientHeight })))
      expect(buttons.map(({ isPrimary }) => isPrimary)).toEqual(buttons.map((_, place) => place < first.length))
      const [own, ...others] = buttons.map(({ height }) => height)
      if (first.length === 1) expect(own).toBeGreaterThan(Math.max(...others))

      for (const mode of ['plain', 'welcome']) {
        if (mode === 'welcome') {
          const orderDetails = {
            name: 'Mara',
            email: 'mara@example.com',
            amount: 0,
            orderId: 'FREE-1',
            date: '3/5/2025',
          }
          await page.evaluate((details) => history.replaceState({ orderDetails: details }, ''), orderDetails)
          await page.reload()
          await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
        }
        await expect(page.getByText(note)).toBeVisible()
        const link = page.getByRole('link', { name: /which chip does/i })
        await expect(link).toHaveCount(1)
        await expect(link).toBeVisible()
        const place = await link.evaluate((element) => {
          const files = [...document.querySelectorAll('a[target="_blank"].button')]
          const bottomOfFiles = Math.max(...files.map((file) => file.getBoundingClientRect().bottom))
          const isAfterFiles = element.getBoundingClientRect().top > bottomOfFiles
          return { isAfterFiles, size: Number.parseFloat(getComputedStyle(element).fontSize) }
        })
        const isMac = userAgent === MAC
        expect(place).toEqual({ isAfterFiles: !isMac, size: isMac ? 17 : 14 })
        const target = page.locator((await link.getAttribute('href')) ?? '')
        await expect(target).toContainText('About This Mac')
        await link.click()
        await expect(target).toBeInViewport()
      }
    })
  })
}
