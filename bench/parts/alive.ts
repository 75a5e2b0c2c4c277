/// <reference lib="dom" />
import { setTimeout as pause } from 'node:timers/promises'
import { type InferOutput, nullable, number, object, parse } from 'valibot'
import { type BarePhone, openBarePhone, type Point } from '../bare-phone.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { startServer } from '../server.ts'
import { startStripped } from '../stripped.ts'

const SLOW_DOWN = 4
const ROUNDS = 5
/** Longer than anything that follows a touch. */
const SETTLED_MS = 600

/** What is touched, by its selector, and how if not by a tap. */
type Touch = { on: string; by?: (phone: BarePhone, middle: Point) => Promise<void> }

const MENU = '[popovertarget="menu"]'
const QUESTION = '#faq summary'
const TOP_PRINT = '[data-lie="deck-0"]'
const FIRST_BUTTON = '[aria-label="Welcome"] [role="button"]'
const SIGN_UP = '#free-access [role="button"]'
const CLOSE = 'dialog[open] [aria-label="Close"]'

/** What a visitor does; each measured from the touch to the next frame that shows something of it. */
const INTERACTIONS: Record<string, Touch> = {
  'swipe a print, the first time': { on: TOP_PRINT, by: swipe },
  'swipe another': { on: TOP_PRINT, by: swipe },
  'open the menu': { on: MENU },
  'toggle a question': { on: QUESTION },
  'open the dialog': { on: SIGN_UP },
  'close it': { on: CLOSE },
  'open it again': { on: SIGN_UP },
}

/** Touched before anything but the page around it lives: what is touched has to come to life first. */
const AT_ONCE: Record<string, Touch> = {
  'press a button the moment the page is interactive': { on: FIRST_BUTTON },
}

/** What can be done on the same page without its script: less than this takes no page on this machine. */
const WITHOUT_SCRIPT: Record<string, Touch> = {
  'change one colour': { on: 'h1' },
  'open the menu': { on: MENU },
  'toggle a question': { on: QUESTION },
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
      await visit(server.url, INTERACTIONS, took, async (phone) => void lives.push(await lifeOf(phone)))
      await visit(server.url, AT_ONCE, took, (phone) => phone.run(untilInteractive), 0)
      await visit(stripped.url, WITHOUT_SCRIPT, floor, (phone) => phone.run(colourOnTouch))
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
        lived('from the last script loaded until the bar and the first words live', ({ first }) => first),
        lived('from the last script loaded until every section lives', ({ whole }) => whole),
        ...touches(took, { atMost: 100 }),
        ...touches(floor, {}, ', on the page without script'),
      ],
      notes: [
        'Durations of interactions come in steps of 8 ms.',
        'Interactive: React has taken over the page, and a touch brings what it touched to life before it is answered.',
      ],
    }
  },
}

/** A visit; what each touch took is added to `took`. `pauseMs` is how long the page rests before a touch. */
async function visit(
  url: string,
  does: Record<string, Touch>,
  took: Map<string, number[]>,
  prepare: (phone: BarePhone) => Promise<unknown>,
  pauseMs = SETTLED_MS,
): Promise<void> {
  await using phone = await openBarePhone(SLOW_DOWN)
  await phone.goTo(url)
  await prepare(phone)
  await phone.run(watch)
  for (const [name, { on, by = tap }] of Object.entries(does)) {
    // On the way there things enter and are fetched; nobody touches before it is there.
    await phone.run(bringIntoSight, on)
    await pause(pauseMs)
    const middle = parse(place, await phone.run(middleOf, on))
    if (!middle) throw new Error(`There is nothing to touch at ${on}.`)
    await by(phone, middle)
    await pause(SETTLED_MS)
    took.set(name, [...(took.get(name) ?? []), parse(number(), await phone.run(longestSince))])
    await phone.escape()
  }
}

async function tap(phone: BarePhone, middle: Point): Promise<void> {
  await phone.touch('touchStart', [middle])
  await phone.touch('touchEnd', [])
}

/** A finger takes the top print to the left. What is measured are its two ends, where something is decided. */
async function swipe(phone: BarePhone, { x, y }: Point): Promise<void> {
  const at = (share: number) => [{ x: x - 150 * share, y }]
  await phone.touch('touchStart', at(0))
  for (const share of [0.1, 0.2, 0.4, 0.6, 0.8, 1]) await phone.touch('touchMove', at(share))
  await phone.touch('touchEnd', [])
}

const place = nullable(object({ x: number(), y: number() }))

/** Runs in the page: scrolls only when it has to. */
function bringIntoSight(selector: string): void {
  const element = document.querySelector(selector)
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  if (top < 0 || bottom > innerHeight) element?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Runs in the page. */
function middleOf(selector: string): Point | null {
  const box = document.querySelector(selector)?.getBoundingClientRect()
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
}

declare global {
  /** The longest interaction since it was last asked for, in milliseconds. */
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

/** Runs in the page. */
function longestSince(): number {
  const longest = globalThis.longest
  globalThis.longest = 0
  return longest
}

/** Milliseconds from the arrival of the last script that React needs. */
type Life = { interactive: number; first: number; whole: number }

/** The page's own clock, in milliseconds. */
const times = object({ loaded: number(), first: number(), whole: number() })

async function lifeOf(phone: BarePhone): Promise<Life> {
  const interactive = parse(number(), await phone.run(untilInteractive))
  const { loaded, first, whole } = parse(times, await phone.run(untilWhole, String(interactive)))
  return { interactive: interactive - loaded, first: first - loaded, whole: whole - loaded }
}

/** Runs in the page: until React has taken it over. It notes that at the element it lives in. */
async function untilInteractive(): Promise<number> {
  const root = document.getElementById('root')
  const within = (value: unknown, part: string): unknown => (value instanceof Object ? Reflect.get(value, part) : null)
  const isTakenOver = () => {
    const note = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer')) ?? ''
    return [note, 'stateNode', 'current', 'memoizedState', 'isDehydrated'].reduce(within, root) === false
  }
  while (!isTakenOver()) await new Promise((resolve) => setTimeout(resolve, 1))
  return performance.now()
}

/** Runs in the page that is interactive: until React has noted that the bar and the first words are its own, and until all is. */
async function untilWhole(interactive: string): Promise<InferOutput<typeof times>> {
  const lives = (selector: string) =>
    Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__reactProps'))
  while (!lives('header') || !lives('h1')) await new Promise((resolve) => setTimeout(resolve, 1))
  const first = performance.now()
  while (document.documentElement.dataset['ready'] === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
  const whole = performance.now()
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = files.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd < Number(interactive))
  return { loaded: Math.max(...scripts.map(({ responseEnd }) => responseEnd)), first, whole }
}

/** Runs in the page that has no script: the least that a touch can do. */
function colourOnTouch(): void {
  const heading = document.querySelector('h1')
  heading?.addEventListener('click', () => {
    heading.style.color = 'red'
  })
}
