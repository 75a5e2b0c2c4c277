/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test'
import { openPhone } from '../browser.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { startServer } from '../server.ts'
import { type Task, tasksWhile } from '../trace.ts'

/** How many visits on a processor so many times slower. At full speed all is far from long, and two tell that. */
const VISITS = new Map([
  [1, 2],
  [4, 3],
])
/** From here on a task is a long one: a touch that comes while it runs waits for it. */
const LONG_MS = 50
/** A print has come to rest and what was done is told: 550 ms of flight, 500 ms of silence, both begin at once. */
const REST_MS = 800

type Hands = { page: Page; protocol: CDPSession }

const TOP = '[data-lie="deck-0"]'

/**
 * What is done with the page, in this order; each is traced by itself. Where to touch is found before the trace begins:
 * looking for it is a task of the page too, and no visitor's.
 */
const SCENES: Record<string, (hands: Hands) => Promise<() => Promise<void>>> = {
  'the game fetched, a print dragged about and put back': (hands) => touch(hands, TOP, [60, -50, 40, 4]),
  'a print kept': (hands) => touch(hands, TOP, [170]),
  'a print let go': (hands) => touch(hands, TOP, [-170]),
  'taken back': (hands) => touch(hands, '.deck-tools button:nth-of-type(2)', []),
  'the page read to its end, all blocks entering': readThrough,
}

/**
 * The deck and what enters on the way down, on a phone: the longest task of the page's thread, and what jumps. A visit
 * takes a quarter of a minute; `smooth:4` makes only those on a processor four times slower.
 */
export const part: Part = {
  title: 'Smooth: the deck and the entrances, on a phone',
  async measure(only) {
    const wanted = [...VISITS].filter(([slowDown]) => only === undefined || String(slowDown) === only)
    await using server = await startServer()
    const figures: Figure[] = []
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
  'Of each round the longest task, and the median of the rounds; of the shifts the worst round.',
  'A task "took" what the clock on the wall says, with all waiting for a processor in it; it "worked" while it had one.',
]

/** One visit: the longest task of every scene, and what jumped in all. */
type Round = { worst: Map<string, Task>; shift: number }

function figuresOf(processor: string, rounds: readonly Round[]): Figure[] {
  const figures = Object.keys(SCENES).flatMap((scene): Figure[] => {
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
  await using phone = await openPhone(slowDown)
  const { page } = phone
  await page.addInitScript(watchShifts)
  await page.goto(url, { waitUntil: 'load' })
  await page.locator('.deck').evaluate((deck) => deck.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.waitForTimeout(REST_MS) // the rest of the first load is no part of this
  const worst = new Map<string, Task>()
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own.')
  for (const [scene, act] of Object.entries(SCENES)) {
    const go = await act(phone)
    const tasks = await tasksWhile(browser, page, async () => {
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

/** A finger on an element goes from one place to the next, so many pixels from where it began, and leaves. */
async function touch({ page, protocol }: Hands, selector: string, places: readonly number[]) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`Nothing to touch at ${selector}.`)
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

/** A thumb throws the page down to its foot. */
async function readThrough({ page, protocol }: Hands) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  return async () => {
    await protocol.send('Input.synthesizeScrollGesture', { x: 200, y: 600, yDistance: -height, speed: 3000 })
  }
}

declare global {
  /** How much of the page jumped by itself, as browsers count it. */
  var shifted: number
}

/** Runs in the page. */
function watchShifts(): void {
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value?: number; hadRecentInput?: boolean })[]) {
      if (!entry.hadRecentInput) globalThis.shifted += entry.value ?? 0
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
