import { type RefObject, useState } from 'react'
import type { DeckView } from '../deck-view.ts'
import { computeMeanPrintDecisionMs } from '../pace.ts'
import type { ReceiptFacts, RequestLine } from './receipt-text.ts'

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

/** What the browser's resource timings say about one request. */
type RecordedRequest = Pick<PerformanceResourceTiming, 'name' | 'startTime' | 'transferSize' | 'encodedBodySize'>

/** Addresses of what is in the browser already. The browser may list them, but they never leave the device. */
const WITHIN_BROWSER = /^(?:blob|data):/

/**
 * Returns the requests among `recorded` that began at `since` or later, oldest first. Addresses on `origin` are shortened to the path, and
 * values of a query are left out.
 */
export function listRequests(
  recorded: readonly RecordedRequest[],
  { since, origin }: { since: number; origin: string },
): RequestLine[] {
  return recorded
    .filter(({ name, startTime }) => startTime >= since && !WITHIN_BROWSER.test(name))
    .sort((one, other) => one.startTime - other.startTime)
    .map((request) => ({ address: formatAddress(request.name, origin), size: formatSize(request) }))
}

function formatAddress(address: string, origin: string): string {
  const { protocol, host, pathname, search } = new URL(address)
  const site = `${protocol}//${host}`
  return `${site === origin ? '' : site}${pathname}${search && '?…'}`
}

/** The browser gives sizes of 0 for a response from its cache (the transfer), and for one of another site or a failed request (both). */
function formatSize({ transferSize, encodedBodySize }: RecordedRequest): string {
  if (transferSize > 0) return `${transferSize.toLocaleString('en')} bytes received`
  return encodedBodySize > 0 ? 'from the browser’s cache' : 'size not recorded'
}
