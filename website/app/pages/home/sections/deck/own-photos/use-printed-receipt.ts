import { type RefObject, useState } from 'react'
import type { DeckView } from '../deck-view.ts'
import { computeMeanPrintDecisionMs } from '../pace.ts'
import { listRequests } from './list-requests.ts'
import type { ReceiptFacts } from './receipt-text.ts'

/** React hook for the receipt about the requests after `since`. `printed` is null until `print` is called, and after another decision. */
export function usePrintedReceipt({ decisions, kept, letGo }: DeckView, since: RefObject<number>) {
  const [printed, setPrinted] = useState<ReceiptFacts | null>(null)
  const [printedAfter, setPrintedAfter] = useState(decisions)
  const print = () => {
    const recorded = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
    const requests = listRequests(recorded, { since: since.current, origin: location.origin })
    setPrinted({ kept, letGo, pace: computeMeanPrintDecisionMs(decisions ?? []), requests, at: new Date() })
    setPrintedAfter(decisions)
  }
  return { printed: printedAfter === decisions ? printed : null, print, putAway: () => setPrinted(null) }
}
