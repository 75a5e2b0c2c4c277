import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns why a request is refused that does not come from the console's own page, or null.
 *
 * `Host` must be the console's address: a page of another site whose name resolves to 127.0.0.1 (DNS rebinding) has its own name there.
 * `Origin` and `Sec-Fetch-Site` must name the console: other pages could otherwise cause requests (CSRF), also those of other local ports.
 */
export function findForeignRequest(
  method: string,
  headers: IncomingHttpHeaders,
  host: string,
): 'wrong host' | 'wrong origin' | null {
  if (headers.host !== host) return 'wrong host'
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const isRead = method === 'GET' || method === 'HEAD'
  // Browsers send Origin with every POST. Without it, the request may come from a program, which has no cookie, or a very old browser.
  if (origin === undefined ? !isRead : origin !== `http://${host}`) return 'wrong origin'
  if (site === undefined || site === 'same-origin') return null
  // A link from the terminal has the site `none`, one in a mail `cross-site`: both may open the page, which alone shows nothing.
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return isRead && isNavigation ? null : 'wrong origin'
}
