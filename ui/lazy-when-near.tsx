import { type ReactNode, useRef } from 'react'
import { joinClassNames } from './class-names.ts'
import { useIsNearOrIdle } from './use-is-near.ts'

/** Distance from the viewport, in pixels, at which a picture is loaded also while the page is busy. */
const FETCHED_WITHIN_PX = 400

/**
 * Renders a picture when the page is idle, or earlier when it comes near the viewport; without script, at once. Its class reserves the size,
 * to avoid a layout shift.
 */
export function LazyWhenNear({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useIsNearOrIdle(place, FETCHED_WITHIN_PX)
  return (
    <div ref={place} className={joinClassNames('lazy-picture', className)}>
      {shown ? children : <noscript>{children}</noscript>}
    </div>
  )
}
