import { formatCalendarDay } from '@site/ui/calendar-text.ts'
import { useSyncExternalStore } from 'react'

/**
 * Shows today's date as 'Last updated' (required by the specification), and the date on which the wording came into force. Today's date
 * depends on the visitor's clock, so the prerendered page shows the date of coming into force in both places.
 */
export function LegalDates({ effectiveFrom }: { effectiveFrom: string }) {
  const effective = formatCalendarDay(new Date(effectiveFrom), 'UTC')
  const today = useSyncExternalStore(
    neverChanges,
    () => formatCalendarDay(new Date(), 'of the visitor'),
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
