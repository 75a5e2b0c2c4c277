import { useRef } from 'react'
import { reloadSpots, useSpotsWhenNear } from '../../../backend/spots.ts'
import type { SpotsState } from '../../../backend/spots-store.ts'
import { Button } from '../../../ui/button.tsx'
import { formatTimeOfDay } from '../../../ui/calendar-text.ts'
import { formatSpotsAnnouncement } from './spots-sentence.ts'
import { useThrottledAnnouncement } from './use-quiet-announcement.ts'

/** Shows the live number of remaining early-access spots, with states for loading, failed and none left. Hidden without script. */
export function SpotsLeft() {
  const ref = useRef<HTMLDivElement>(null)
  const spots = useSpotsWhenNear(ref)
  const spoken = useThrottledAnnouncement(spots.status === 'loaded' ? formatSpotsAnnouncement(spots.count) : '')
  return (
    <div
      ref={ref}
      className="spots-left flex flex-col items-center justify-center gap-4 text-center noscript:hidden md:pe-12"
    >
      <Figure spots={spots} />
      <p className="sr-only" role="status">
        {spoken}
      </p>
    </div>
  )
}

function Figure({ spots }: { spots: SpotsState }) {
  if (spots.status === 'loading') {
    return (
      <>
        <p className="spots-figure">
          <span className="skeleton" aria-hidden="true" />
          <span className="sr-only">Checking how many spots are left.</span>
        </p>
        <p className="text-lg text-muted">early-access spots left</p>
        <p className="invisible text-sm" aria-hidden="true">
          as of
        </p>
      </>
    )
  }
  if (spots.status === 'paused') return <p className="max-w-xs text-muted">{spots.message}</p>
  if (spots.status === 'failed') {
    return (
      <>
        <p className="spots-figure">{spots.count}</p>
        <p className="rounded-full bg-amber-ground px-4 py-1.5 font-medium text-amber">{spots.message}</p>
        <p className="text-muted">You can still sign up.</p>
        <Button variant="outline" size="sm" onClick={reloadSpots}>
          Try again
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="spots-figure">
        {/* A new React key for each number creates a new element, which restarts the CSS animation. */}
        <span key={spots.count}>{spots.count}</span>
      </p>
      <p className="text-lg">{spots.count === 1 ? 'early-access spot left' : 'early-access spots left'}</p>
      {spots.count === 0 && (
        <p className="max-w-xs text-muted">
          All spots are taken for now. You can still sign up and download the beta, and we’ll write when there’s news.
        </p>
      )}
      <p className="text-sm text-muted">
        as of <time dateTime={spots.asOf.toISOString()}>{formatTimeOfDay(spots.asOf)}</time>
      </p>
    </>
  )
}
