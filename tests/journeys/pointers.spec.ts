import { expect, test } from '../support/journey.ts'

/** Sentences for devices of one kind, and whether a device without a mouse and a touch screen, such as a television, shows them. */
const SENTENCES: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  '/': {
    'Swipe the print to a side.': false,
    'Drag the print, or use the arrow keys.': true,
    'Try it with ten from your camera roll': false,
    'Try it with ten of your own photos': true,
  },
  '/download': { 'or drop it anywhere on this page': false },
}

test('with a keyboard alone, no page speaks of swiping, a camera roll or dropping, and each hint is there once', async ({
  playwright,
  launchOptions,
  backend,
}) => {
  const noPointer = '--blink-settings=primaryPointerType=1,availablePointerTypes=1'
  const args = [...(launchOptions.args ?? []), noPointer]
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage({ baseURL: backend.url, isMobile: false, hasTouch: false })
  for (const [path, sentences] of Object.entries(SENTENCES)) {
    await page.goto(path)
    expect(await page.evaluate(() => matchMedia('(pointer: none)').matches)).toBe(true)
    for (const [sentence, shown] of Object.entries(sentences))
      await expect(page.getByText(sentence, { exact: true })).toBeVisible({ visible: shown })
  }
  await browser.close()
})
