import type { Locator } from '@playwright/test'

/** Clicks a control after hydration, because before hydration the prerendered control acts as a link. */
export async function clickAfterHydration(control: Locator): Promise<void> {
  await control.page().locator('html[data-ready]').waitFor({ state: 'attached' })
  await control.click()
}
