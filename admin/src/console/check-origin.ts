import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns why a request must be refused because it does not come from the console's own page, or null when it is accepted.
 *
 * `Host` must be the console's address: a page of another site whose name resolves to 127.0.0.1 (DNS rebinding) sends the name of its site.
 * `Origin` must be the console's origin and `Sec-Fetch-Site` must be `same-origin`, so that pages of other sites and of other local ports
 * cannot send requests (CSRF).
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
  // Browsers send Origin with every POST. A POST without it comes from a program, which has no session cookie, or from a very old browser.
  if (origin === undefined ? !isRead : origin !== `http://${host}`) return 'wrong origin'
  if (site === undefined || site === 'same-origin') return null
  // Sec-Fetch-Site is `none` for a link in the terminal and `cross-site` for one in a mail. Both may open the page: without a session it
  // shows no data.
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return isRead && isNavigation ? null : 'wrong origin'
}
