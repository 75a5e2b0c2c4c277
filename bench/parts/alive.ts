/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test'
import { openPhone } from '../browser.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { startServer } from '../server.ts'

const SLOW_DOWN = 4
const ROUNDS = 5

/** What a visitor does; each measured from the touch to the next frame that shows something of it. */
const INTERACTIONS: Record<string, (page: Page, protocol: CDPSession) => Promise<void>> = {
  'swipe a print, the first time': swipe,
  'swipe another': swipe,
  'open the menu': (page) => page.getByRole('button', { name: 'Menu' }).tap(),
  'toggle a question': (page) => page.locator('#faq summary').first().tap(),
  'open the dialog': (page) => page.locator('#free-access').getByRole('button', { name: 'Get early access' }).tap(),
}

/** How soon the home page lives and how soon it answers a touch, on a processor four times slower than this one. */
export const part: Part = {
  title: `Alive: a phone with a processor ${SLOW_DOWN} times slower`,
  async measure() {
    await using server = await startServer()
    const alive: number[] = []
    const took = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round += 1) {
      await using phone = await openPhone(SLOW_DOWN)
      await phone.page.addInitScript(watch)
      await phone.page.goto(server.url, { waitUntil: 'load' })
      alive.push(await phone.page.evaluate(untilAlive))
      for (const [name, touch] of Object.entries(INTERACTIONS)) {
        took.set(name, [...(took.get(name) ?? []), await measureTouch(phone, touch)])
        await phone.page.keyboard.press('Escape')
      }
    }
    const figures = [...took].map(([name, values]): Figure => {
      return { what: `${name}: until the next frame`, value: median(values), unit: 'ms', atMost: 100 }
    })
    const first = { what: 'from the last script loaded to interactive', value: median(alive), unit: 'ms', atMost: 150 }
    return { figures: [first, ...figures], notes: ['Durations of interactions come in steps of 8 ms.'] }
  },
}

/** A finger takes the top print to the left. What is measured are its two ends, where something is decided. */
async function swipe(page: Page, protocol: CDPSession): Promise<void> {
  const box = await page.locator('[data-lie="deck-0"]').boundingBox()
  if (!box) throw new Error('No print lies on top.')
  const at = (share: number) => [{ x: box.x + box.width / 2 - 150 * share, y: box.y + box.height / 2 }]
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const share of [0.1, 0.2, 0.4, 0.6, 0.8, 1]) {
    await protocol.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) })
  }
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function measureTouch(
  { page, protocol }: { page: Page; protocol: CDPSession },
  touch: (page: Page, protocol: CDPSession) => Promise<void>,
): Promise<number> {
  await page.evaluate(() => {
    globalThis.longest = 0
  })
  await touch(page, protocol)
  await page.waitForTimeout(500)
  return page.evaluate(() => globalThis.longest)
}

declare global {
  /** The longest interaction since it was set to zero, in milliseconds. */
  var longest: number
}

/** Runs in the page: keeps the longest interaction. */
function watch(): void {
  globalThis.longest = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId)
        globalThis.longest = Math.max(globalThis.longest, entry.duration)
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** Runs in the page: from the arrival of the last script that React needs until React holds the page's elements. */
async function untilAlive(): Promise<number> {
  const main = document.querySelector('main') ?? document.body
  while (!Object.keys(main).some((key) => key.startsWith('__react'))) {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const now = performance.now()
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  return now - Math.max(...scripts.map((entry) => (entry as PerformanceResourceTiming).responseEnd))
}
