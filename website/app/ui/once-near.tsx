import { type ReactNode, useRef } from 'react'
import { useNear } from './use-near.ts'

/** A browser's own lazy loading fetches from up to 2,500 pixels away, which is half of the home page. */
const FETCHED_WITHIN_PX = 400

/** A place of a picture, which is fetched when it comes near; without script it is fetched with the page. Has its size before. */
export function OnceNear({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place, FETCHED_WITHIN_PX)
  return (
    <div ref={place} className={className}>
      {near ? children : <noscript>{children}</noscript>}
    </div>
  )
}
