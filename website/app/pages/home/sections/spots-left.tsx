import { Button } from '@site/ui/button.tsx'
import { formatTimeOfDay } from '@site/ui/calendar-text.ts'
import { useRef } from 'react'
import { reloadSpots, useSpotsWhenNear } from '../../../backend/spots.ts'
import type { SpotsState } from '../../../backend/spots-store.ts'
import { formatSpotsAnnouncement } from './spots-sentence.ts'
import { useThrottledAnnouncement } from './use-quiet-announcement.ts'

/** The states in which the number is shown, or a placeholder of it. */
type ReadSpots = Exclude<SpotsState, { status: 'paused' }>

/** Shows the live number of remaining early-access spots, with states for loading, failed and none left. Hidden without script. */
export function SpotsLeft() {
  const ref = useRef<HTMLDivElement>(null)
  const spots = useSpotsWhenNear(ref)
  const spoken = useThrottledAnnouncement(spots.status === 'loaded' ? formatSpotsAnnouncement(spots.count) : '')
  return (
    <div
      ref={ref}
      className="spots-left flex flex-col items-center justify-center gap-3 text-center noscript:hidden md:pe-12"
    >
      <Figure spots={spots} />
      <p className="sr-only" role="status">
        {spoken}
      </p>
    </div>
  )
}

/** The number and two rows below it. Each has the same height in every state, so that the page below does not move when the number arrives. */
function Figure({ spots }: { spots: SpotsState }) {
  if (spots.status === 'paused') return <spots.Meanwhile />
  return (
    <>
      <p className="spots-figure">
        {spots.status === 'loading' && <span className="skeleton" aria-hidden="true" />}
        {/* A new React key for each number creates a new element, which restarts the CSS animation. */}
        {(spots.status === 'loaded' || spots.status === 'failed') && <span key={spots.count}>{spots.count}</span>}
      </p>
      <div className="flex min-h-9 items-center">
        <Label spots={spots} />
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-center gap-x-3 text-sm text-muted">
        <Note spots={spots} />
      </div>
    </>
  )
}

function Label({ spots }: { spots: ReadSpots }) {
  if (spots.status === 'failed')
    return <p className="rounded-full bg-amber-ground px-4 py-0.5 font-medium text-amber">{spots.message}</p>
  const isOne = spots.status === 'loaded' && spots.count === 1
  return (
    <p className={spots.status === 'loaded' ? 'text-lg' : 'text-lg text-muted'}>
      {isOne ? 'early-access spot left' : 'early-access spots left'}
    </p>
  )
}

function Note({ spots }: { spots: ReadSpots }) {
  if (spots.status === 'loading') return <p className="sr-only">Checking how many spots are left.</p>
  if (spots.status === 'failed')
    return (
      <>
        <p>You can still sign up.</p>
        <Button variant="outline" size="sm" onClick={reloadSpots}>
          Try again
        </Button>
      </>
    )
  return (
    <p className="max-w-xs">
      {spots.count === 0 && 'All taken for now, '}
      as of <time dateTime={spots.asOf.toISOString()}>{formatTimeOfDay(spots.asOf)}</time>
      {spots.count === 0 && '. You can still sign up and download the beta.'}
    </p>
  )
}
