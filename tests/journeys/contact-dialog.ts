import { expect, type Page } from '@playwright/test'
import { clickAfterHydration } from './open-page.ts'

/** Opens the contact dialog from the FAQ of the home page. */
export async function openContactDialog(page: Page) {
  await page.goto('/')
  return openContactDialogOnPage(page)
}

/** Opens the contact dialog from the FAQ of the current page. */
export async function openContactDialogOnPage(page: Page) {
  const opened = locateContactDialog(page)
  await clickAfterHydration(opened.opener)
  await expect(opened.dialog).toBeVisible()
  return opened
}

/** Returns the locators and actions of the contact dialog. */
export function locateContactDialog(page: Page) {
  const opener = page.locator('#faq').getByRole('button', { name: 'Contact Us' })
  const dialog = page.getByRole('dialog', { name: 'Contact the Founders' })
  const name = dialog.getByLabel('Full Name')
  const email = dialog.getByLabel('Email Address')
  const message = dialog.getByLabel('Message')
  const send = dialog.getByRole('button', { name: /Send Message|Sending/ })
  return {
    dialog,
    opener,
    name,
    email,
    message,
    send,
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    close: dialog.getByRole('button', { name: 'Close', exact: true }),
    async write(values: { name: string; email: string; message: string }) {
      await name.fill(values.name)
      await email.fill(values.email)
      await message.fill(values.message)
      await send.click()
    },
  }
}
