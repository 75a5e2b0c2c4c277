import type { Page, Route } from '@playwright/test'

/**
 * Holds back the requests to a URL. The promise `begun` resolves at the first request. After a call of `release`, the callback
 * `answer` handles the requests; by default it sends them to the server.
 */
export async function delayRequests(
  page: Page,
  address: string | RegExp,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
) {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    begun.resolve()
    await held.promise
    await answer(route)
  })
  return { begun: begun.promise, release: held.resolve }
}
