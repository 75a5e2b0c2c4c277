// Tests that a capture of a whole page, as archives and bookmarks make it, is complete without scrolling, and so is its print.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'

const PATHS = ['/', '/download', '/terms', '/privacy', '/no/such-page']

/** The height in pixels of the bands in which a capture is looked at: more than the empty space between two sections. */
const BAND_PX = 400

/** The number of colours that a band with some text has at least, because the edges of letters are blurred. Empty bands have one to three. */
const TEXT_COLOURS = 20

const READERS = {
  'with script': { contextOptions: { reducedMotion: 'no-preference' } },
  'with reduced motion': { contextOptions: { reducedMotion: 'reduce' } },
  'without script': { javaScriptEnabled: false },
} as const

/** The ways that `npm test` tries. */
const IN_EVERY_RUN = ['with script, at 1440 px', 'without script, at 390 px']

for (const [name, use] of Object.entries(READERS)) {
  test.describe(name, () => {
    test.use(use)

    for (const width of [1440, 390]) {
      const how = `${name}, at ${width} px`
      test(`a capture of any whole page has no empty band and no missing picture, ${how}`, {
        tag: IN_EVERY_RUN.includes(how) ? [] : '@rehearsal',
      }, async ({ page, browser, announce }) => {
        test.slow() // pictures of whole pages, five times
        announce.trouble(/status of 404/)
        if (name !== 'without script') announce.trouble(/there is no page at/)
        await page.setViewportSize({ width, height: 900 })
        const reader = await (await browser.newContext()).newPage()
        const empty: Record<string, number[]> = {}
        for (const path of PATHS) {
          await page.goto(path)
          await expect(page.locator('.print-place').filter({ hasNot: page.locator('img') }), path).toHaveCount(0)
          await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))))
          empty[path] = await findEmptyBands(reader, await page.screenshot({ fullPage: true, scale: 'css' }))
        }
        await reader.context().close()
        expect(empty).toEqual(Object.fromEntries(PATHS.map((path) => [path, []])))
      })
    }
  })
}

test('printed pages contain all sections and answers, no screen-only elements, and dark text without backgrounds, in both schemes', async ({
  page,
}) => {
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  for (const section of await page.locator('#main > section').all()) await expect(section).toBeVisible()
  for (const onScreenOnly of [
    '#top > footer',
    '#download-banner',
    '.deck',
    '.deck-stamp',
    '.skeleton',
    '#story .print',
  ])
    await expect(page.locator(onScreenOnly).filter({ visible: true })).toHaveCount(0)
  const answers = page.locator('#faq details > :not(summary)')
  const heights = await answers.evaluateAll((all) => all.map((answer) => answer.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(3)
  expect(Math.min(...heights)).toBeGreaterThan(20)
  for (const path of ['/', '/download', '/terms'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.goto(path)
      await page.emulateMedia({ media: 'print', colorScheme })
      expect(await page.locator('body, #main *').evaluateAll(findScreenColours), `${path} ${colorScheme}`).toEqual([])
    }
})

/** Returns the elements that would be printed with a background, or with text that is light on paper. Runs in the page. */
function findScreenColours(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    if (!element.checkVisibility() || element.closest('svg')) return []
    const { backgroundColor, backgroundImage, color } = getComputedStyle(element)
    const [red = 0, green = 0, blue = 0] = [...color.matchAll(/[\d.]+/g)].map(Number)
    const isPlain = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
    return isPlain && Math.max(red, green, blue) < 190 ? [] : [`${element.tagName} ${element.className} ${color}`]
  })
}

/** Returns the tops of the bands of a picture that have fewer colours than text has. `reader` decodes the picture. */
async function findEmptyBands(reader: Page, picture: Buffer): Promise<number[]> {
  return await reader.evaluate(
    async ({ base64, height, fewest }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
      const canvas = new OffscreenCanvas(image.width, height)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      const empty: number[] = []
      for (let top = 0; context && top + height <= image.height; top += height) {
        context.drawImage(image, 0, -top)
        const colours = new Set(new Uint32Array(context.getImageData(0, 0, image.width, height).data.buffer))
        if (colours.size < fewest) empty.push(top)
      }
      return empty
    },
    { base64: picture.toString('base64'), height: BAND_PX, fewest: TEXT_COLOURS },
  )
}
