import { chromium } from '@playwright/test'
import type { Driver, DriverOptions, InputStep } from './driver.ts'

/** The program of the oldest supported Chromium, 109: from the npm package `@sparticuz/chromium` of that version, unpacked by hand. */
export const CHROMIUM_109 = process.env['CHROMIUM_109'] ?? 'CHROMIUM_109'

/** Playwright's names of the keys that a visitor presses, by their code points in WebDriver. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  '\uE003': 'Backspace',
  '\uE004': 'Tab',
  '\uE007': 'Enter',
  '\uE00C': 'Escape',
  '\uE012': 'ArrowLeft',
}

/** Starts Chromium 109, the oldest supported version. It ignores the option `tabsToLinks`, because Tab always moves the focus to links. */
export async function startChromium(options: DriverOptions): Promise<Driver> {
  await using resources = new AsyncDisposableStack()
  const browser = resources.use(await chromium.launch({ executablePath: CHROMIUM_109, args: ['--disable-gpu'] }))
  const { width, height, zoom, userAgent } = options
  const page = await browser.newPage({
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    javaScriptEnabled: options.script,
    timezoneId: 'Europe/Berlin',
    ...(userAgent !== null && { userAgent }),
  })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', ({ message }) => errors.push(message))

  async function step({ type, value = '', x = 0, y = 0 }: InputStep): Promise<void> {
    const key = KEY_NAMES[value] ?? String(value)
    if (type === 'keyDown') await page.keyboard.down(key)
    else if (type === 'keyUp') await page.keyboard.up(key)
    else if (type === 'pointerMove') await page.mouse.move(Number(x), Number(y))
    else if (type === 'pointerDown') await page.mouse.down()
    else await page.mouse.up()
  }

  const owned = resources.move()
  return {
    async navigate(url) {
      await page.goto(url)
    },
    url: async () => page.url(),
    evaluate: (expression) => page.evaluate<string>(expression),
    async act({ actions }) {
      for (const each of actions) await step(each)
    },
    pickFiles: (selector, paths) => page.setInputFiles(selector, [...paths]),
    screenshot: () => page.screenshot(),
    errors: () => errors,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
