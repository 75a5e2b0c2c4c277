import { afterFrame } from '../ui/after-frame.ts'

/** Time without input after which the visitor counts as idle. */
const IDLE_MS = 1_000

/** Input events that interrupt the layout, because input would have to wait while a section is laid out. */
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'scroll'] as const

/**
 * Lays out each section below the viewport once, one at a time, while the visitor is idle. Such sections are skipped at first
 * (`content-visibility`, styles/out-of-sight.css); once laid out, the browser remembers their height (`contain-intrinsic-height: auto`), so
 * the height of the page is final and jumps to a section land correctly. Sections above the viewport are left out, because their new height
 * would shift the visible content. Returns a function that stops it.
 */
export function layOutAhead(): () => void {
  // Safari has no requestIdleCallback. It lays out everything at once, because out-of-sight.css excludes it.
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
    // The browser stores the height at the end of the frame in which the section is laid out.
    afterFrame(() => {
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
