/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test'
import { openEmulatedPhone } from '../browser.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { startBenchmarkServer } from '../server.ts'
import { type MainThreadTask, traceMainThreadTasks } from '../trace.ts'

/**
 * The number of simulated visits for each CPU throttling factor. Without throttling, all tasks are far below the limit, so two visits are
 * enough.
 */
const VISITS = new Map([
  [1, 2],
  [4, 3],
])
/** The minimum duration of a long task in milliseconds (W3C Long Tasks): a longer task delays an input noticeably. */
const LONG_MS = 50
/** A pause longer than the two timers that a touch starts: 550 ms of animation, 500 ms until the live region announces the action. */
const REST_MS = 800

type Phone = { page: Page; protocol: CDPSession }

const TOP = '[data-lie="deck-0"]'

/**
 * The actions of a visit, in order; each is traced separately. The outer function locates the element before the trace starts,
 * because locating it runs a task in the page that a real visitor does not cause. The function that it returns performs the action.
 */
const SCENES: Record<string, (phone: Phone) => Promise<() => Promise<void>>> = {
  'the game loaded, a print dragged and put back': (phone) => touch(phone, TOP, [60, -50, 40, 4]),
  'a print kept': (phone) => touch(phone, TOP, [170]),
  'a print let go': (phone) => touch(phone, TOP, [-170]),
  'the last choice undone': (phone) => touch(phone, '.deck-tools button:nth-of-type(2)', []),
  'the page scrolled to its end, with all entrance animations': scrollToEnd,
}

/**
 * Measures the longest main-thread task and the layout shift on a phone while the card deck is used and the page is scrolled. A
 * visit takes 15 seconds; `smooth:4` makes only the visits with a CPU throttled by a factor of four.
 */
export const part: BenchmarkPart = {
  title: 'Smooth: the deck and the entrances, on a phone',
  async measure(only) {
    const wanted = [...VISITS].filter(([slowDown]) => only === undefined || String(slowDown) === only)
    await using server = await startBenchmarkServer()
    const figures: BenchmarkFigure[] = []
    for (const [slowDown, visits] of wanted) {
      const rounds: Round[] = []
      for (let round = 0; round < visits; round += 1) {
        rounds.push(await play(server.url, slowDown))
        console.error(`  ${slowDown} times slower, ${round + 1} of ${visits}`)
      }
      figures.push(...figuresOf(slowDown === 1 ? 'as it is' : `${slowDown} times slower`, rounds))
    }
    return { figures, notes: NOTES }
  },
}

const NOTES = [
  'Task times are the median of the longest task of each round; the layout shift is that of the worst round.',
  '"took" is the wall-clock time of a task, including waiting for a processor; "worked" is its CPU time.',
]

/** The result of a visit: the longest main-thread task of every action, and the cumulative layout shift. */
type Round = { worst: Map<string, MainThreadTask>; shift: number }

function figuresOf(processor: string, rounds: readonly Round[]): BenchmarkFigure[] {
  const figures = Object.keys(SCENES).flatMap((scene): BenchmarkFigure[] => {
    const tasks = rounds.flatMap(({ worst }) => worst.get(scene) ?? [])
    const what = `${processor}, ${scene}`
    return [
      { what: `${what}: took`, value: median(tasks.map(({ took }) => took)), unit: 'ms', atMost: LONG_MS },
      { what: `${what}: worked`, value: median(tasks.map(({ worked }) => worked)), unit: 'ms', atMost: LONG_MS },
    ]
  })
  const shift = Math.max(...rounds.map((round) => round.shift))
  return [...figures, { what: `${processor}, layout shift in all`, value: shift, unit: '', atMost: 0 }]
}

async function play(url: string, slowDown: number): Promise<Round> {
  await using phone = await openEmulatedPhone(slowDown)
  const { page } = phone
  await page.addInitScript(watchShifts)
  await page.goto(url, { waitUntil: 'load' })
  await page.locator('.deck').evaluate((deck) => deck.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.waitForTimeout(REST_MS) // waits until the tasks of the first load have ended, so that the trace excludes them
  const worst = new Map<string, MainThreadTask>()
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own.')
  for (const [scene, act] of Object.entries(SCENES)) {
    const go = await act(phone)
    const tasks = await traceMainThreadTasks(browser, page, async () => {
      await go()
      await page.waitForTimeout(REST_MS)
    })
    worst.set(scene, {
      took: Math.max(...tasks.map(({ took }) => took)),
      worked: Math.max(...tasks.map(({ worked }) => worked)),
    })
  }
  const count = await page.locator('.deck-count').textContent()
  if (count !== '0 let go · 11 left · 1 kept') throw new Error(`The deck was not played as meant: ${count}`)
  return { worst, shift: await page.evaluate(() => globalThis.shifted) }
}

/** Prepares a touch that starts on an element, moves through horizontal offsets in pixels, and ends. */
async function touch({ page, protocol }: Phone, selector: string, places: readonly number[]) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`No element matches ${selector}.`)
  const at = (dx: number) => [{ x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 }]
  return async () => {
    await protocol.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    let from = 0
    for (const place of places) {
      for (let step = 1; step <= 10; step += 1) {
        const touchPoints = at(from + ((place - from) * step) / 10)
        await protocol.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
        await page.waitForTimeout(16)
      }
      from = place
    }
    await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

/** Prepares a fast scroll gesture to the end of the page. */
async function scrollToEnd({ page, protocol }: Phone) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  return async () => {
    await protocol.send('Input.synthesizeScrollGesture', { x: 200, y: 600, yDistance: -height, speed: 3000 })
  }
}

declare global {
  /** The sum of the layout shifts without recent input (Cumulative Layout Shift). */
  var shifted: number
}

/** Sums up the layout shifts. Runs in the page. */
function watchShifts(): void {
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value?: number; hadRecentInput?: boolean })[]) {
      if (!entry.hadRecentInput) globalThis.shifted += entry.value ?? 0
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
