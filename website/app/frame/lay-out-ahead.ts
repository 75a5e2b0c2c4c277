import { afterFrame } from '../ui/after-frame.ts'

/** Somebody who did nothing for so long reads, or looks elsewhere. */
const STILL_MS = 1_000

/** What somebody does who is not still: a touch would wait while a section is laid out. */
const HAND = ['pointerdown', 'pointermove', 'scroll'] as const

/**
 * Has what is out of sight laid out once, section by section, while nobody does anything. From then on the browser
 * knows its height (`contain-intrinsic-height: auto`, styles/out-of-sight.css): the page is as high as it will be, and what
 * is jumped to is where it was. Nothing above the window, because that would move what is seen. Answers how to stop.
 */
export function layOutAhead(): () => void {
  // Browsers without it lay out everything at once.
  if (!('requestIdleCallback' in window)) return () => {}
  let waiting: HTMLElement[] | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    const section = resting === undefined && waiting?.shift()
    if (!section) return
    if (section.getBoundingClientRect().top < window.innerHeight) {
      next()
      return
    }
    section.dataset['laidOut'] = ''
    // The height is noted at the end of the frame in which it is laid out.
    afterFrame(() => {
      delete section.dataset['laidOut']
      requestAnimationFrame(() => requestIdleCallback(next))
    })
  }
  const rest = () => {
    clearTimeout(resting)
    resting = setTimeout(() => {
      resting = undefined
      waiting ??= [...document.querySelectorAll<HTMLElement>('#main > section, #top > footer')]
      requestIdleCallback(next)
    }, STILL_MS)
  }
  rest()
  for (const type of HAND) addEventListener(type, rest, { passive: true })
  return () => {
    clearTimeout(resting)
    waiting = []
    for (const type of HAND) removeEventListener(type, rest)
  }
}
