import type { Page, Route } from '@playwright/test'

/** Keeps what is asked of an address waiting: when it has been asked, and what lets it go on as `answer` says. */
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
  return { begun: begun.promise, letGo: held.resolve }
}
