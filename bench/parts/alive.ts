/// <reference lib="dom" />
import type { CDPSession, Locator, Page } from '@playwright/test'
import { openPhone } from '../browser.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { startServer } from '../server.ts'
import { startStripped } from '../stripped.ts'

const SLOW_DOWN = 4
const ROUNDS = 5
/** Longer than anything that follows a touch. */
const SETTLED_MS = 600

/** What is touched, and how if not by a tap. */
type Touch = { on: (page: Page) => Locator; by?: (page: Page, protocol: CDPSession) => Promise<void> }

const menu = (page: Page) => page.getByRole('button', { name: 'Menu' })
const question = (page: Page) => page.locator('#faq summary').first()
const signup = (page: Page) => page.locator('#free-access').getByRole('button', { name: 'Get early access' })

/** What a visitor does; each measured from the touch to the next frame that shows something of it. */
const INTERACTIONS: Record<string, Touch> = {
  'swipe a print, the first time': { on: topPrint, by: swipe },
  'swipe another': { on: topPrint, by: swipe },
  'open the menu': { on: menu },
  'toggle a question': { on: question },
  'open the dialog': { on: signup },
}

/** What can be done on the same page without its script: less than this takes no page on this machine. */
const WITHOUT_SCRIPT: Record<string, Touch> = {
  'change one colour': { on: (page) => page.locator('h1') },
  'open the menu': { on: menu },
  'toggle a question': { on: question },
}

/** How soon the home page lives and how soon it answers a touch, on a processor four times slower than this one. */
export const part: Part = {
  title: `Alive: a phone with a processor ${SLOW_DOWN} times slower`,
  async measure() {
    await using server = await startServer()
    await using stripped = await startStripped()
    const lives: Life[] = []
    const took = new Map<string, number[]>()
    const floor = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round += 1) {
      lives.push(await visit(server.url, INTERACTIONS, took, untilAlive))
      await visit(stripped.url, WITHOUT_SCRIPT, floor, colourOnTouch)
      console.error(`  ${round + 1} of ${ROUNDS}`)
    }
    const lived = (what: string, of: (life: Life) => number): Figure => {
      return { what, value: median(lives.map((life) => of(life))), unit: 'ms' }
    }
    const touches = (values: Map<string, number[]>, limit: { atMost?: number }, beside = '') =>
      [...values].map(([name, ms]): Figure => {
        return { what: `${name}: until the next frame${beside}`, value: median(ms), unit: 'ms', ...limit }
      })
    return {
      figures: [
        { ...lived('from the last script loaded to interactive', ({ interactive }) => interactive), atMost: 150 },
        lived('from the last script loaded until every section lives', ({ whole }) => whole),
        ...touches(took, { atMost: 100 }),
        ...touches(floor, {}, ', on the page without script'),
      ],
      notes: [
        'Durations of interactions come in steps of 8 ms.',
        'Interactive: the bar, the first buttons and the deck live, and a touch anywhere else brings what it touched to life.',
      ],
    }
  },
}

async function visit<T>(url: string, does: Record<string, Touch>, took: Map<string, number[]>, prepare: () => T) {
  await using phone = await openPhone(SLOW_DOWN)
  const { page, protocol } = phone
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'load' })
  const prepared = await page.evaluate(prepare)
  for (const [name, { on, by = tap(on) }] of Object.entries(does)) {
    // On the way there things enter and are fetched; nobody touches before it is there.
    await on(page).scrollIntoViewIfNeeded()
    await page.waitForTimeout(SETTLED_MS)
    await page.evaluate(() => {
      globalThis.longest = 0
    })
    await by(page, protocol)
    await page.waitForTimeout(SETTLED_MS)
    took.set(name, [...(took.get(name) ?? []), await page.evaluate(() => globalThis.longest)])
    await page.keyboard.press('Escape')
  }
  return prepared
}

/** A finger and nothing else: Playwright's own tap looks in the page, between its two ends, whether it hits. */
function tap(on: Touch['on']) {
  return async (page: Page, protocol: CDPSession) => {
    const touchPoints = [await middleOf(on(page))]
    await protocol.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error(`There is nothing to touch at ${String(place)}.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

function topPrint(page: Page): Locator {
  return page.locator('[data-lie="deck-0"]')
}

/** A finger takes the top print to the left. What is measured are its two ends, where something is decided. */
async function swipe(page: Page, protocol: CDPSession): Promise<void> {
  const { x, y } = await middleOf(topPrint(page))
  const at = (share: number) => [{ x: x - 150 * share, y }]
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const share of [0.1, 0.2, 0.4, 0.6, 0.8, 1]) {
    await protocol.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) })
  }
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
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

/** Milliseconds from the arrival of the last script that React needs. */
type Life = { interactive: number; whole: number }

/** Runs in the page: until React has taken over the page around the sections, and until it has taken over the last of them. */
async function untilAlive(): Promise<Life> {
  const [moment, root] = [() => new Promise((resolve) => setTimeout(resolve, 1)), document.getElementById('root')]
  const within = (value: unknown, name: string): unknown => (value instanceof Object ? Reflect.get(value, name) : null)
  const isTakenOver = () => {
    // React's own note at the element it lives in, as the React that the page was built with writes it.
    const name = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer')) ?? ''
    return [name, 'stateNode', 'current', 'memoizedState', 'isDehydrated'].reduce(within, root) === false
  }
  while (!isTakenOver()) await moment()
  const interactive = performance.now()
  while (document.documentElement.dataset['ready'] === undefined) await moment()
  const whole = performance.now()
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = files.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd < interactive)
  const loaded = Math.max(...scripts.map(({ responseEnd }) => responseEnd))
  return { interactive: interactive - loaded, whole: whole - loaded }
}

/** Runs in the page that has no script: the least that a touch can do. */
function colourOnTouch(): void {
  const heading = document.querySelector('h1')
  heading?.addEventListener('click', () => {
    heading.style.color = 'red'
  })
}
