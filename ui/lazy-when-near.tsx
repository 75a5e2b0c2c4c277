import { type ReactNode, useRef } from 'react'
import { useIsNear } from './use-is-near.ts'

/**
 * Distance from the viewport, in pixels, at which a picture is loaded. Native lazy loading starts up to 2,500 pixels away, which is half of
 * the home page.
 */
const FETCHED_WITHIN_PX = 400

/** Renders a picture when it comes near the viewport; without script, at once. Its class reserves the size, to avoid a layout shift. */
export function LazyWhenNear({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const near = useIsNear(place, FETCHED_WITHIN_PX)
  return (
    <div ref={place} className={className}>
      {near ? children : <noscript>{children}</noscript>}
    </div>
  )
}
