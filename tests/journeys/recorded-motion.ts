import type { Page } from '@playwright/test'

/** The rotation of a loading button, the only animation that reduced motion keeps: it shows that the page works. */
const SPINNER = 'spin'

/** The state of sections that the first frame skips (out-of-sight.css), an animation that moves nothing. */
const SKIPPED_LAYOUT = 'skip-layout'

/** Records each animation and transition that begins in pages that are opened from now on, also those that end before a check. */
export async function recordMotion(page: Page): Promise<void> {
  await page.addInitScript(
    (still) => {
      const begun: string[] = []
      Reflect.set(window, 'begunMotion', begun)
      const nameOf = (target: EventTarget | null) =>
        target instanceof Element ? `${target.localName}.${target.getAttribute('class') ?? ''}` : 'document'
      addEventListener(
        'animationstart',
        ({ animationName, target }) => {
          if (!still.includes(animationName)) begun.push(`${nameOf(target)}: animation ${animationName}`)
        },
        true,
      )
      addEventListener(
        'transitionrun',
        ({ propertyName, target }) => begun.push(`${nameOf(target)}: transition of ${propertyName}`),
        true,
      )
      const { animate } = Element.prototype
      Element.prototype.animate = function (...given) {
        const changed = Object.keys(given[0] ?? {}).join()
        if (changed !== 'visibility') begun.push(`${nameOf(this)}: animate()`)
        return animate.apply(this, given)
      }
    },
    [SPINNER, SKIPPED_LAYOUT],
  )
}

/** Returns the animations and transitions that have begun since `recordMotion`, one line each. */
export async function readRecordedMotion(page: Page): Promise<string[]> {
  return await page.evaluate(() => Array.from(Reflect.get(window, 'begunMotion'), String))
}
