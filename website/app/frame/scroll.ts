import { PRICING_SCROLL_OFFSET_PX, SCROLL_OFFSET_PX } from '../constants.ts'
import { afterFrame } from '../ui/after-frame.ts'

/** How much room stays above a section that was scrolled to. */
export function scrollOffset(id: string): number {
  if (id === 'pricing') return PRICING_SCROLL_OFFSET_PX
  // The bar is higher in a visitor's own larger letters.
  return Math.max(SCROLL_OFFSET_PX, document.querySelector('header')?.offsetHeight ?? 0)
}

/** Whether this visitor asked their system for less motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Scrolls to an element of the page, at once with reduced motion. Answers whether there is such an element. */
export function scrollToSection(id: string, { instantly = prefersReducedMotion() } = {}): boolean {
  const section = document.getElementById(id)
  if (!section) return false
  const place = () => Math.max(0, section.getBoundingClientRect().top + window.scrollY - scrollOffset(id))
  const scroll = () => {
    cancelAnimationFrame(again)
    layOutAll()
    if (instantly) jump(place)
    else window.scrollTo({ top: place(), behavior: 'smooth' })
  }
  // Laying out everything takes a phone some time.
  if (instantly || isLaidOut()) scroll()
  else afterFrame(scroll)
  return true
}

/** Has the sections out of sight laid out too, for good (styles/out-of-sight.css): before that their heights are guesses. */
function layOutAll() {
  document.documentElement.dataset['laidOut'] = ''
}

function isLaidOut(): boolean {
  return document.documentElement.dataset['laidOut'] !== undefined
}

/** Moves the focus to where the visitor was taken, without a scroll of its own, so that Tab goes on from there. */
export function focusSection(id: string): void {
  const section = document.getElementById(id)
  if (!section) return
  if (!section.hasAttribute('tabindex')) section.tabIndex = -1
  section.focus({ preventScroll: true })
}

/** To the top of the page, at once. */
export function scrollToTop(): void {
  jump(() => 0)
}

let again = 0

/** How many frames a page stays where it was put before that is believed; and after how many it is left alone in any case. */
const CALM_FRAMES = 4
const MOST_FRAMES = 30

/**
 * Scrolls at once and stays: a scroll that was still running moves the page once more with the next frames, because Chromium scrolls on
 * another thread, which would leave a page that was just entered in its middle.
 */
function jump(place: () => number, calm = 0, frames = 0) {
  window.scrollTo({ top: place(), behavior: 'instant' })
  const { scrollY } = window
  if (calm < CALM_FRAMES && frames < MOST_FRAMES)
    again = requestAnimationFrame(() => jump(place, window.scrollY === scrollY ? calm + 1 : 0, frames + 1))
}
