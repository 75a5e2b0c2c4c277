import { Button } from '@site/ui/button.tsx'
import { formatTimeOfDay } from '@site/ui/calendar-text.ts'
import { useEffect, useRef, useState } from 'react'
import { reloadSpots } from '../../../backend/spots.ts'
import type { SpotsState } from '../../../backend/spots-store.ts'
import { SPOTS_ANNOUNCEMENT_INTERVAL_MS } from '../../../constants.ts'

/**
 * Shows the live number of remaining places. When none is left or the number is unknown, words stand in its place, because a large 0 reads as
 * sold out. Every state has the same height, so that the page below does not move. Hidden without script.
 */
export function SpotsLeft({ spots }: { spots: SpotsState }) {
  const spoken = useThrottledAnnouncement(spots.status === 'loaded' ? formatSpotsAnnouncement(spots.count) : '')
  const isNumber = spots.status === 'loading' || (spots.status === 'loaded' && spots.count > 0)
  return (
    <div className="spots-left noscript:hidden">
      {/* Words get elements of their own: the number's elements, moved, would count as a layout shift. */}
      <Content key={isNumber ? 'number' : spots.status} spots={spots} />
      <p className="sr-only" role="status">
        {spoken}
      </p>
    </div>
  )
}

function Content({ spots }: { spots: SpotsState }) {
  if (spots.status === 'paused') return <spots.Meanwhile />
  if (spots.status === 'failed')
    return (
      <>
        <p className="rounded-full bg-amber-ground px-4 py-1 font-medium text-amber">{spots.message}</p>
        <p>We count {spots.count} until we know. You can still sign up.</p>
        <Button variant="outline" size="sm" onClick={reloadSpots}>
          Try again
        </Button>
      </>
    )
  if (spots.status === 'loaded' && spots.count === 0)
    return (
      <>
        <p className="font-semibold text-rose-text">0 places left</p>
        <p className="heading text-heading text-balance md:text-dialog">All places with lifetime access are taken.</p>
        <p className="text-muted">Sign up anyway: you’ll get the beta now, and an email when there are more.</p>
      </>
    )
  return (
    <>
      {spots.status === 'loaded' ? (
        <Figure count={spots.count} />
      ) : (
        <p className="spots-figure print:hidden" aria-hidden="true">
          <span className="skeleton" />
        </p>
      )}
      <p className="text-lg">
        {spots.status === 'loading' ? 'Counting the places left' : spots.count === 1 ? 'place left' : 'places left'}
        {spots.status === 'loaded' && <Freshness {...spots} />}
      </p>
      <p className="text-balance text-muted">A place is lifetime access. Each sign-up takes one.</p>
    </>
  )
}

/** The number. When it changes, the former number flips over to the new one (home.css). */
function Figure({ count }: { count: number }) {
  const [[former, current], setNumbers] = useState<readonly [number | undefined, number]>([undefined, count])
  if (current !== count) setNumbers([current, count])
  // A new React key for each number creates a new element, which restarts the CSS animation.
  return (
    <p key={count} className="spots-figure" data-former={former}>
      <span>{count}</span>
    </p>
  )
}

/** Says whether changes of the number arrive by themselves, or when it was read. */
function Freshness({ asOf, live }: { asOf: Date; live: boolean }) {
  const time = `as of ${formatTimeOfDay(asOf)}`
  return (
    <time dateTime={asOf.toISOString()} title={time} className="spots-time" data-live={live || undefined}>
      {live ? 'live' : time}
    </time>
  )
}

/**
 * React hook that throttles the text of an ARIA live region to one announcement per minute, the latest text, so that frequent changes do
 * not interrupt a screen reader. Returns an empty text while the announced one is out of date, because a screen reader can also read the
 * region later.
 */
function useThrottledAnnouncement(text: string): string {
  const [spoken, setSpoken] = useState('')
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (text === spoken || text === '') return
    const wait = Math.max(0, lastAt.current + SPOTS_ANNOUNCEMENT_INTERVAL_MS - performance.now())
    const timer = setTimeout(() => {
      lastAt.current = performance.now()
      setSpoken(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, spoken])
  return spoken === text ? spoken : ''
}

/** Returns the screen reader announcement for a number of remaining places. */
export function formatSpotsAnnouncement(count: number): string {
  if (count === 0) return 'No places left. You can still sign up.'
  return count === 1 ? '1 place left.' : `${count} places left.`
}
