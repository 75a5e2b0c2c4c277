import type { Page, Route } from '@playwright/test'

/**
 * Holds requests to an address. `begun` resolves at the first request; `release` lets them continue as `answer` says.
 */
export async function hold(
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
