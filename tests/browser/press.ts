import type { Locator } from '@playwright/test'

/** Presses a control once the page has come alive; before that the prerendered page would follow its link. */
export async function press(control: Locator): Promise<void> {
  await control.page().locator('html[data-ready]').waitFor({ state: 'attached' })
  await control.click()
}
