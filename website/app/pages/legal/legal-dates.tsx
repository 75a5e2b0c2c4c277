import { useSyncExternalStore } from 'react'
import { formatDay } from '../../ui/calendar-text.ts'

/**
 * Today's date as 'Last updated', and the day the wording came into force. Today's date is that of the visitor, so the prerendered page
 * shows the second date for both.
 */
export function LegalDates({ effectiveFrom }: { effectiveFrom: string }) {
  const effective = formatDay(new Date(effectiveFrom), 'UTC')
  const today = useSyncExternalStore(
    neverChanges,
    () => formatDay(new Date(), 'of the visitor'),
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
