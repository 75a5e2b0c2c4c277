import { expect, type Locator } from '@playwright/test'

/** Presses a control once React has come to it; before that the prerendered page would follow its link. */
export async function press(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  await expect
    .poll(() => control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))))
    .toBe(true)
  await control.click()
}
