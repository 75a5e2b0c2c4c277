import { expect, type Locator, type Page } from '@playwright/test'

/** Order details of a free sign-up, as the navigation state holds them. */
export const sampleOrder = {
  name: 'Mara Lind',
  email: 'mara.lind.and.jonathan.berg@example.com',
  amount: 0,
  orderId: 'FREE-123456',
  date: 'Mar 5, 2025',
}

/** Returns the box with the registration details. */
export function locateDetails(page: Page): Locator {
  return page.getByRole('region', { name: 'Registration Details' })
}

/** Turns the opened download page into the welcome view: puts order details into the navigation state, and reloads. */
export async function showWelcome(page: Page, orderDetails: object = sampleOrder): Promise<void> {
  await page.evaluate((details) => history.replaceState({ orderDetails: details }, ''), orderDetails)
  await page.reload()
  await expect(locateDetails(page)).toBeVisible()
  // In the prerendered page, the title of the welcome mode is no heading (pages/download/welcome.tsx).
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
}
