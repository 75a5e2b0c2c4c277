/// <reference lib="dom" />
import { setTimeout as pause } from 'node:timers/promises'
import { nullable, number, object, parse } from 'valibot'
import { type DevToolsPhone, openDevToolsPhone, type ViewportPoint } from '../devtools-phone.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { startBenchmarkServer } from '../server.ts'

const SLOW_DOWN = 4
const ROUNDS = 5
/** A pause after each touch, longer than any animation or request that a touch starts. */
const SETTLED_MS = 600

/** An interaction: the selector of the touched element, and the gesture (default: a tap). */
type Touch = { on: string; by?: (phone: DevToolsPhone, middle: ViewportPoint) => Promise<void> }

const MENU = '[popovertarget="menu"]'
const QUESTION = '#faq summary'
const TOP_PRINT = '[data-lie="deck-0"]'
const FIRST_BUTTON = '[aria-label="Welcome"] [role="button"]'
const SIGN_UP = '#free-access [role="button"]'
const CLOSE = 'dialog[open] [aria-label="Close"]'

/** The interactions of a simulated visit. Each is measured from the touch to the next rendered frame (Event Timing API). */
const INTERACTIONS: Record<string, Touch> = {
  'swipe a print, the first time': { on: TOP_PRINT, by: swipe },
  'swipe another': { on: TOP_PRINT, by: swipe },
  'open the menu': { on: MENU },
  'toggle a question': { on: QUESTION },
  'open the dialog': { on: SIGN_UP },
  'close it': { on: CLOSE },
  'open it again': { on: SIGN_UP },
}

/** An interaction before the touched element is hydrated, so that React has to hydrate the element first. */
const BEFORE_HYDRATION: Record<string, Touch> = {
  'press a button the moment the page is interactive': { on: FIRST_BUTTON },
}

/** Measures how long the home page takes to hydrate and to respond to a touch, on a CPU that is throttled by a factor of four. */
export const part: BenchmarkPart = {
  title: `Interactivity: a phone with a processor ${SLOW_DOWN} times slower`,
  async measure() {
    await using server = await startBenchmarkServer()
    const hydration: number[] = []
    const took = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round += 1) {
      await visit(server.url, INTERACTIONS, took, async (phone) => void hydration.push(await hydrationTime(phone)))
      await visit(server.url, BEFORE_HYDRATION, took, (phone) => phone.run(untilInteractive), 0)
      console.error(`  ${round + 1} of ${ROUNDS}`)
    }
    const touches = [...took].map(([name, ms]): BenchmarkFigure => {
      return { what: `${name}: until the next frame`, value: median(ms), unit: 'ms', atMost: 100 }
    })
    return {
      figures: [
        { what: 'from the last script loaded to interactive', value: median(hydration), unit: 'ms', atMost: 150 },
        ...touches,
      ],
      notes: [
        'Durations of interactions come in steps of 8 ms.',
        'Interactive: React has hydrated the root and hydrates a touched element before it handles the touch.',
      ],
    }
  },
}

/** Loads the page, performs the interactions and adds their durations to `took`. Waits `pauseMs` milliseconds before each touch. */
async function visit(
  url: string,
  does: Record<string, Touch>,
  took: Map<string, number[]>,
  prepare: (phone: DevToolsPhone) => Promise<unknown>,
  pauseMs = SETTLED_MS,
): Promise<void> {
  await using phone = await openDevToolsPhone(SLOW_DOWN)
  await phone.goTo(url)
  await prepare(phone)
  await phone.run(watch)
  for (const [name, { on, by = tap }] of Object.entries(does)) {
    // The page is scrolled before the measurement, because scrolling starts entrance animations and lazy imports, which must not count
    // towards the touch.
    await phone.run(bringIntoSight, on)
    await pause(pauseMs)
    const middle = parse(place, await phone.run(middleOf, on))
    if (!middle) throw new Error(`No element matches ${on}.`)
    await by(phone, middle)
    await pause(SETTLED_MS)
    took.set(name, [...(took.get(name) ?? []), parse(number(), await phone.run(longestSince))])
    await phone.escape()
  }
}

async function tap(phone: DevToolsPhone, middle: ViewportPoint): Promise<void> {
  await phone.touch('touchStart', [middle])
  await phone.touch('touchEnd', [])
}

/** Swipes the top print to the left. The Event Timing API measures the start and the end of the touch, not the movement between them. */
async function swipe(phone: DevToolsPhone, { x, y }: ViewportPoint): Promise<void> {
  const at = (share: number) => [{ x: x - 150 * share, y }]
  await phone.touch('touchStart', at(0))
  for (const share of [0.1, 0.2, 0.4, 0.6, 0.8, 1]) await phone.touch('touchMove', at(share))
  await phone.touch('touchEnd', [])
}

const place = nullable(object({ x: number(), y: number() }))

/** Scrolls to the element unless it is visible. Runs in the page. */
function bringIntoSight(selector: string): void {
  const element = document.querySelector(selector)
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  if (top < 0 || bottom > innerHeight) element?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Returns the centre of the element. Runs in the page. */
function middleOf(selector: string): ViewportPoint | null {
  const box = document.querySelector(selector)?.getBoundingClientRect()
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
}

declare global {
  /** The duration of the longest interaction since the last call of `longestSince`, in milliseconds. */
  var longest: number
}

/** Records the duration of the longest interaction. Runs in the page. */
function watch(): void {
  globalThis.longest = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId)
        globalThis.longest = Math.max(globalThis.longest, entry.duration)
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** Returns the duration of the longest interaction and resets it. Runs in the page. */
function longestSince(): number {
  const longest = globalThis.longest
  globalThis.longest = 0
  return longest
}

/** Waits until all sections are hydrated. Returns the time in milliseconds from the last script that React needs to interactive. */
async function hydrationTime(phone: DevToolsPhone): Promise<number> {
  const interactive = parse(number(), await phone.run(untilInteractive))
  return interactive - parse(number(), await phone.run(lastScriptBefore, String(interactive)))
}

/**
 * Waits until React has hydrated the root element. Detects it by React's state, which is a property of the root element. Runs in the
 * page.
 */
async function untilInteractive(): Promise<number> {
  const root = document.getElementById('root')
  const within = (value: unknown, part: string): unknown => (value instanceof Object ? Reflect.get(value, part) : null)
  const isHydrated = () => {
    const note = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer')) ?? ''
    return [note, 'stateNode', 'current', 'memoizedState', 'isDehydrated'].reduce(within, root) === false
  }
  while (!isHydrated()) await new Promise((resolve) => setTimeout(resolve, 1))
  return performance.now()
}

/** Waits until all sections are hydrated, and returns when the last script before `interactive` was loaded. Runs in the interactive page. */
async function lastScriptBefore(interactive: string): Promise<number> {
  while (document.documentElement.dataset['ready'] === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = files.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd < Number(interactive))
  return Math.max(...scripts.map(({ responseEnd }) => responseEnd))
}
