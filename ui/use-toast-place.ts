import { type RefObject, useLayoutEffect } from 'react'
import { type Box, findLift } from './find-lift.ts'
import { isShown } from './is-shown.ts'

/** Selectors of what toasts do not cover. Where no place is free of the elements of one selector, the next one counts. */
const KEPT_FREE = {
  dialog: [
    'h2, h3, strong, a:focus, button, input:not([tabindex="-1"]), textarea, [id$="-error"], .border-danger',
    'button, :focus',
  ],
  page: [
    ':is(main, footer) :is(a, button, label, summary, h1, h2, h3), .banner',
    'h1, h2, h3, .button.bg-kept, .banner, :is(a, button, summary):focus',
    '.banner',
  ],
} as const

/**
 * The share of the window's height, from the bottom, in which toasts are placed on a page, so that they do not cover the middle of the window,
 * where the visitor reads.
 */
const LOWER_PART = 1 / 3

/** A scroll counts as ended after this time without a scroll event, in milliseconds: Safari before 26.2 has no `scrollend` event. */
const SCROLL_ENDED_MS = 150

/** Minimum distance, in pixels, of a toast at the top of the window from the navigation bar, the window's edge and a dialog. */
const AT_TOP_GAP_PX = 16

/**
 * React hook that places the toasts.
 * - On a page: in the first of four corners in which they cover no control and no heading: at the bottom right, at the bottom left, then below the
 *   navigation bar.
 * - In a dialog: at the bottom, or above the dialog's panel if they would cover the panel and fit there.
 * - If that is not possible: as far up from the bottom as needed, so that they cover no control.
 *
 * Runs when a toast appears, when the content or its height changes, when the focus moves, and when a scroll ends. Toasts do not move during a
 * scroll.
 */
export function useToastPlace(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const region = card.current?.closest<HTMLElement>('.toast-region')
    const dialog = region?.closest('dialog')
    const stage = dialog ?? document.getElementById('main')
    if (!region || !stage) return
    const place = () => {
      const { translate } = region.style
      region.style.translate = ''
      region.style.translate = findPlace(region, dialog ? 'dialog' : 'page', translate)
    }
    place()
    let frame = 0
    const placeInNextFrame = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    const changes = new MutationObserver(placeInNextFrame)
    changes.observe(stage, { childList: true, subtree: true, attributeFilter: ['hidden'] })
    const sizes = new ResizeObserver(placeInNextFrame)
    sizes.observe(dialog?.firstElementChild ?? stage)
    let scrolling: ReturnType<typeof setTimeout> | undefined
    const placeAfterScroll = () => {
      clearTimeout(scrolling)
      scrolling = setTimeout(place, SCROLL_ENDED_MS)
    }
    addEventListener('scroll', placeAfterScroll, { passive: true, capture: true })
    addEventListener('focusin', placeInNextFrame)
    return () => {
      changes.disconnect()
      sizes.disconnect()
      removeEventListener('scroll', placeAfterScroll, { capture: true })
      removeEventListener('focusin', placeInNextFrame)
      clearTimeout(scrolling)
      cancelAnimationFrame(frame)
    }
  }, [card])
}

/** Returns the value of `translate` that moves the region to its place: the present one, as long as that is a free corner. */
function findPlace(region: HTMLElement, where: 'dialog' | 'page', present: string): string {
  const within = where === 'dialog' ? region.closest('dialog') : document
  const { top, bottom } = region.getBoundingClientRect()
  const { left = 0, right = 0 } = region.firstElementChild?.getBoundingClientRect() ?? {}
  const atEnd = { left, right, top, bottom }
  const toStart = left - (innerWidth - right)
  const atStart = { ...atEnd, left: left - toStart, right: right - toStart }
  const nav = document.querySelector('nav')?.getBoundingClientRect().bottom ?? 0
  const highest = where === 'dialog' ? 0 : Math.max(nav, innerHeight * (1 - LOWER_PART) - (bottom - top))
  const sheet = region.closest('dialog')?.firstElementChild?.getBoundingClientRect()
  const isFittingAbove = sheet !== undefined && bottom - top + 2 * AT_TOP_GAP_PX <= sheet.top
  if (isFittingAbove && findLift(atEnd, [sheet], 0) !== 0) return `0 ${AT_TOP_GAP_PX - top}px`
  const liftOver = (obstacles: readonly Box[]) => (box: Box) => findLift(box, obstacles, highest) ?? Infinity
  if (where === 'page') {
    const covered = boxesOf(KEPT_FREE.page[0], within)
    const aboveBanner = liftOver(boxesOf('.banner', within))(atEnd)
    const corners = [aboveBanner, top - nav - AT_TOP_GAP_PX].flatMap((lift) =>
      [0, toStart].map((aside) => ({ lift, aside, translate: `${-aside}px ${-lift}px` })),
    )
    const isFree = ({ lift, aside }: { lift: number; aside: number }) =>
      findLift({ left: left - aside, right: right - aside, top: top - lift, bottom: bottom - lift }, covered, 0) === 0
    const free = corners.filter(isFree)
    const place = free.find(({ translate }) => translate === present) ?? free[0]
    if (place) return place.translate
  }
  for (const selector of KEPT_FREE[where]) {
    const lift = liftOver(boxesOf(selector, within))
    const [end, start] = [lift(atEnd), lift(atStart)]
    if (Math.min(end, start) === Infinity) continue
    return end <= start ? `0 ${-end}px` : `${-toStart}px ${-start}px`
  }
  return ''
}

function boxesOf(selector: string, within: ParentNode | null | undefined): Box[] {
  const elements = within?.querySelectorAll(selector) ?? []
  return [...elements]
    .filter((element) => isShown(element) && !element.closest('.toast'))
    .map((element) => (element.matches('h1, h2, h3') ? textOf(element) : element).getBoundingClientRect())
}

/** Returns the text of a heading, whose own box is as wide as the page. */
function textOf(heading: Element): Range {
  const range = new Range()
  range.selectNodeContents(heading)
  return range
}
