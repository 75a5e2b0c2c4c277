/** What the browser's resource timings say about one request. */
export type RecordedRequest = Pick<PerformanceResourceTiming, 'name' | 'startTime' | 'transferSize' | 'encodedBodySize'>

/** One request as the receipt names it. */
export type RequestLine = { address: string; size: string }

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
