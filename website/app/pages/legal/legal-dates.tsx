import { useSyncExternalStore } from 'react'

const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const formatDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Today as 'Last updated', and the day the wording came into force. Today is the visitor's: the prerendered page, which
 * cannot know it, says the latter twice.
 */
export function LegalDates({ effectiveFrom }: { effectiveFrom: string }) {
  const effective = formatDay.format(new Date(effectiveFrom))
  const today = useSyncExternalStore(
    neverChanges,
    () => format.format(new Date()),
    () => effective,
  )
  return (
    <p className="mt-4 text-muted">
      Last updated: {today}
      <br />
      Effective from: <time dateTime={effectiveFrom}>{effective}</time>
    </p>
  )
}

function neverChanges() {
  return () => {}
}
