import type { Page, Route } from '@playwright/test'

/**
 * Delays the requests to a URL. `begun` resolves at the first request; after `release`, `answer` handles them (default: the requests
 * continue to the server).
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
