import { type RefObject, useLayoutEffect } from 'react'
import { findLift } from './find-lift.ts'
import { isShown } from './is-shown.ts'

/** What a toast must not cover: primary buttons, headings of pages, and the banner. */
const KEPT_FREE = '.button.bg-kept, h1, .banner'

/** Time without a scroll event after which a scroll has ended, in milliseconds. Safari has no `scrollend` before version 26.2. */
const SCROLL_ENDED_MS = 150

/**
 * React hook that moves the page's toasts up, so that they cover none of the elements of `KEPT_FREE`: when a toast appears, when the content
 * or the height of the page changes, for example after a navigation, and when a scroll ends. Does not move them during a scroll. In a dialog
 * the style sheet reserves a place for toasts.
 */
export function useToastPlace(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const region = card.current?.closest<HTMLElement>('#top > .toast-region')
    const main = document.getElementById('main')
    if (!region || !main) return
    const place = () => {
      region.style.translate = ''
      const obstacles = [...document.querySelectorAll(KEPT_FREE)].filter(isShown)
      const { top, bottom } = region.getBoundingClientRect()
      const { left = 0, right = 0 } = region.firstElementChild?.getBoundingClientRect() ?? {}
      const topLimit = document.querySelector('nav')?.getBoundingClientRect().bottom ?? 0
      const lift = findLift(
        { left, right, top, bottom },
        obstacles.map((element) => element.getBoundingClientRect()),
        topLimit,
      )
      if (lift > 0) region.style.translate = `0 ${-lift}px`
    }
    place()
    let frame = 0
    const placeInNextFrame = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    const changes = new MutationObserver(placeInNextFrame)
    changes.observe(main, { childList: true, subtree: true, attributeFilter: ['hidden'] })
    const sizes = new ResizeObserver(placeInNextFrame)
    sizes.observe(main)
    let scrolling: ReturnType<typeof setTimeout> | undefined
    const placeAfterScroll = () => {
      clearTimeout(scrolling)
      scrolling = setTimeout(place, SCROLL_ENDED_MS)
    }
    addEventListener('scroll', placeAfterScroll, { passive: true })
    return () => {
      changes.disconnect()
      sizes.disconnect()
      removeEventListener('scroll', placeAfterScroll)
      clearTimeout(scrolling)
      cancelAnimationFrame(frame)
    }
  }, [card])
}
