import { type RefObject, useState } from 'react'
import type { DeckView } from '../deck-view.ts'
import { listRequests, type RequestLine } from './list-requests.ts'

/** What the receipt says: how many photos were looked at, and the requests since they were laid out. */
export type PrintedReceipt = { looked: number; requests: readonly RequestLine[] }

/**
 * React hook for the receipt about photos that were laid out at `since`. `printed` is null until `print` is called, and after another
 * decision. `putAway` returns the focus to `button`.
 */
export function usePrintedReceipt(
  { decisions, kept, letGo }: DeckView,
  since: number,
  button: RefObject<HTMLButtonElement | null>,
) {
  const [printed, setPrinted] = useState<PrintedReceipt | null>(null)
  const [printedAfter, setPrintedAfter] = useState(decisions)
  const print = () => {
    const recorded = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
    setPrinted({ looked: kept + letGo, requests: listRequests(recorded, { since, origin: location.origin }) })
    setPrintedAfter(decisions)
  }
  const putAway = () => {
    setPrinted(null)
    button.current?.focus()
  }
  return { printed: printedAfter === decisions ? printed : null, print, putAway }
}
