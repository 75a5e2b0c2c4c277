import { runAfterFrame } from '@site/ui/after-frame.ts'

/** Time without input, in milliseconds, after which the visitor counts as idle. */
const IDLE_MS = 1_000

/**
 * Input events that pause the section-by-section layout: laying out a section blocks the main thread, which would delay the response to
 * input.
 */
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'scroll'] as const

/**
 * Lays out the sections below the viewport one at a time while the visitor is idle. Browsers at first skip the layout of off-screen
 * sections (`content-visibility`, styles/out-of-sight.css) and estimate their height. After one layout the browser remembers the real
 * height (`contain-intrinsic-height: auto`), so that jumps to a section land correctly. Leaves out sections above the viewport, because
 * their new height would shift the visible content. Returns a function that stops the process.
 */
export function preLayOutSections(): () => void {
  // Safari has no requestIdleCallback. There is nothing to do in Safari, because out-of-sight.css does not skip sections there.
  if (!('requestIdleCallback' in window)) return () => {}
  let waiting: HTMLElement[] | undefined
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    const section = idleTimer === undefined && waiting?.shift()
    if (!section) return
    if (section.getBoundingClientRect().top < window.innerHeight) {
      next()
      return
    }
    section.dataset['laidOut'] = ''
    // Waits for the end of the frame in which the section is laid out, because the browser stores the section's height only then.
    runAfterFrame(() => {
      delete section.dataset['laidOut']
      requestAnimationFrame(() => requestIdleCallback(next))
    })
  }
  const restart = () => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      idleTimer = undefined
      waiting ??= [...document.querySelectorAll<HTMLElement>('#main > section, #top > footer')]
      requestIdleCallback(next)
    }, IDLE_MS)
  }
  restart()
  for (const type of INPUT_EVENTS) addEventListener(type, restart, { passive: true })
  return () => {
    clearTimeout(idleTimer)
    waiting = []
    for (const type of INPUT_EVENTS) removeEventListener(type, restart)
  }
}
