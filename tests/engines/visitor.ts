import { expect } from '@playwright/test'
import type { Driver, InputStep } from './driver.ts'

/** Code points of keys, as WebDriver defines them. */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
  ArrowLeft: '\uE012',
} as const

type Key = keyof typeof KEYS

/** The place of an element in the window, in CSS pixels. */
export type Box = { left: number; top: number; right: number; bottom: number }

/**
 * A visitor with a browser of any engine, who acts through mouse and keyboard alone. `wanted` is a CSS selector, or `text=` and the whole
 * text of a link, button, question or label. The first visible match counts; while a dialog is open, only those in it.
 */
export class Visitor {
  readonly #driver: Driver
  readonly #site: string

  constructor(driver: Driver, site: string) {
    this.#driver = driver
    this.#site = site
  }

  /** Opens a page, and waits until its controls work and its content is there: browsers report requests of a page that is left as errors. */
  async opens(path: string): Promise<void> {
    await this.#driver.navigate(this.#site + path)
    await this.awaits(
      () => document.documentElement.dataset['ready'] !== undefined && !document.querySelector('[data-skeleton]'),
      `${path} is hydrated and has loaded what it shows`,
    )
  }

  /** Opens a page that is never hydrated. */
  async opensWithoutScript(path: string): Promise<void> {
    await this.#driver.navigate(this.#site + path)
  }

  /** Evaluates a function in the page. Its arguments and its result must be JSON. */
  async reads<Given extends readonly unknown[], Result>(
    inPage: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result> {
    const call = `(${String(inPage)})(...${JSON.stringify(given)})`
    // Promises only where the function returns one: Firefox settles none while a page's script is off.
    const written = `(value=>value instanceof Promise?value.then(it=>JSON.stringify(it??null)):JSON.stringify(value??null))(${call})`
    return JSON.parse(await this.#driver.evaluate(written))
  }

  /** Waits until a function in the page returns true. */
  async awaits<Given extends readonly unknown[]>(
    inPage: (...given: Given) => boolean | Promise<boolean>,
    what: string,
    ...given: Given
  ): Promise<void> {
    // An evaluation rejects while a page is left.
    await expect.poll(() => this.reads(inPage, ...given).catch(() => false), { message: what }).toBe(true)
  }

  /** Waits until the page's visible text contains this text. */
  async sees(text: string): Promise<void> {
    await this.awaits(
      (wanted) => document.body.innerText.replaceAll(/\s+/g, ' ').includes(wanted),
      `“${text}” is shown`,
      text,
    )
  }

  /**
   * Waits until the path and fragment of the page are these. Asks the driver: WebKit never answers an evaluation in a page that goes into
   * the back/forward cache meanwhile.
   */
  async isAt(place: string): Promise<void> {
    const whereabouts = async () => {
      const { pathname, hash } = new URL(await this.#driver.url())
      return pathname + hash
    }
    await expect.poll(whereabouts).toBe(place)
  }

  /** Scrolls to an element if the window does not show its middle, waits until it rests, and returns its box. */
  async finds(wanted: string): Promise<Box> {
    let last = ''
    let box: Box | null = null
    await expect
      .poll(
        async () => {
          box = await this.reads(locateInPage, wanted).catch(() => null)
          const isAtRest = box !== null && JSON.stringify(box) === last
          last = JSON.stringify(box)
          return isAtRest
        },
        { message: `${wanted} is visible and at rest`, intervals: [50] },
      )
      .toBe(true)
    return box ?? { left: 0, top: 0, right: 0, bottom: 0 }
  }

  async clicks(wanted: string): Promise<void> {
    const { left, top, right, bottom } = await this.finds(wanted)
    await this.#points([...moveTo((left + right) / 2, (top + bottom) / 2), PRESS, RELEASE])
  }

  /** Drags an element by a distance, in eight steps. */
  async drags(wanted: string, across: number): Promise<void> {
    const { left, top, right, bottom } = await this.finds(wanted)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const way = Array.from({ length: 8 }, (_, step) => moveTo(x + (across * (step + 1)) / 8, y)).flat()
    await this.#points([...moveTo(x, y), PRESS, ...way, RELEASE])
  }

  async presses(key: Key): Promise<void> {
    await this.types([KEYS[key]])
  }

  /** Replaces the content of the field with this label. */
  async fills(label: string, text: string): Promise<void> {
    await this.clicks(`text=${label}`)
    await this.awaits(() => {
      const field = document.activeElement
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
      field.select()
      return true
    }, `the field “${label}” has the focus`)
    await this.types([KEYS.Backspace, ...text])
  }

  async picks(selector: string, ...paths: string[]): Promise<void> {
    await this.#driver.pickFiles(selector, paths)
  }

  /**
   * Goes back or forward, to be followed by `isAt`. Not by WebDriver's commands: these wait for a load event, which a restored page does not
   * have.
   */
  async goes(steps: 1 | -1): Promise<void> {
    await this.reads((by) => void setTimeout(() => history.go(by)), steps)
  }

  async #points(actions: readonly InputStep[]): Promise<void> {
    await this.#driver.act({ type: 'pointer', id: 'mouse', actions })
  }

  /** Types into the focused field. */
  async types(characters: Iterable<string>): Promise<void> {
    const actions = [...characters].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#driver.act({ type: 'key', id: 'keyboard', actions })
  }
}

const PRESS: InputStep = { type: 'pointerDown', button: 0 }
const RELEASE: InputStep = { type: 'pointerUp', button: 0 }

function moveTo(x: number, y: number): InputStep[] {
  return [{ type: 'pointerMove', duration: 16, x: Math.round(x), y: Math.round(y) }]
}

/** Runs in the page: returns the box of an element, or null when it is not visible or had to be scrolled to first. */
function locateInPage(wanted: string): Box | null {
  const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const text = wanted.startsWith('text=') ? wanted.slice('text='.length) : null
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim()
  const isShown = (element: Element) =>
    element.getBoundingClientRect().width > 0 && getComputedStyle(element).visibility !== 'hidden'
  const element = [...within.querySelectorAll(text === null ? wanted : 'a, button, summary, label')].find(
    (each) => isShown(each) && (text === null || nameOf(each) === text),
  )
  if (!element) return null
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  if (hit === null || !(element.contains(hit) || hit.contains(element))) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    return null
  }
  return { left, top, right, bottom }
}
