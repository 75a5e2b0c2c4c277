import type { Page } from '@playwright/test'
import { openPage } from './open-page.ts'

/** Records layout shifts and animations of properties other than transform and opacity, from the first frame on. Runs in the page. */
export function recordFrames() {
  const shifts: { at: number; value: number; text: string }[] = []
  const asked: { from: number; until: number }[] = []
  const costly = new Set<string>()
  const isAnswer = ({ at }: { at: number }) => asked.some(({ from, until }) => from <= at && at <= until)
  // Chromium in this test renders the fallback font in whole pixels, 4 % narrower than the web font. When a busy machine loads the web
  // font after the first paint, a few words shift by some pixels. An additional line, or an image without reserved space, causes a
  // layout shift ten times as large.
  const isLateFont = ({ at, value }: { at: number; value: number }) =>
    value < 0.002 && at <= Number(Reflect.get(window, 'fontsCameBy') ?? 0)
  const watched = () => ({
    shifts: shifts.filter((shift) => !isAnswer(shift) && !isLateFont(shift)).map(({ text }) => text),
    costly: [...costly],
  })
  Object.assign(window, { watched, asked })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }
      if (hadRecentInput || value < 0.0005) continue
      const what = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : node?.nodeName))
      shifts.push({ at: entry.startTime, value, text: `${value.toFixed(4)}: ${what.join(' and ')}` })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  // The animation of `content-visibility` changes once, soon after the first frame (styles/out-of-sight.css).
  const cheap = /^(contentVisibility|transform|translate|scale|rotate|opacity|offset|computedOffset|easing|composite)$/
  const look = () => {
    for (const { effect } of document.getAnimations()) {
      if (!(effect instanceof KeyframeEffect)) continue
      const moved = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
      for (const property of moved) {
        if (!cheap.test(property)) costly.add(`${property} of ${effect.target?.getAttribute('class')}`)
      }
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * Opens a page and waits until it is hydrated and its complete fonts are loaded. While they load, a paragraph of the home page may break into
 * other lines: on a busy machine they would come in the middle of the test's scrolling.
 */
export async function enterPage(page: Page, path: string): Promise<void> {
  await openPage(page, path)
  await page.evaluate(async () => {
    const twoFrames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))))
    dispatchEvent(new Event('scroll')) // the home page loads its complete fonts at the first input
    await twoFrames()
    const faces = await Promise.all(['1em Figtree', '600 1em Fraunces'].map((font) => document.fonts.load(font)))
    if (faces.some((found) => found.length === 0)) throw new Error('The page has not enabled its complete fonts.')
    await twoFrames()
    Object.assign(window, { fontsCameBy: performance.now() })
  })
}

/** Returns what `recordFrames` has recorded. */
export async function readRecordedFrames(page: Page): Promise<unknown> {
  return await page.evaluate(() => Reflect.get(window, 'watched')())
}

/** The result of `readRecordedFrames` on a page without layout shifts and expensive animations. */
export const QUIET = { shifts: [], costly: [] }
