import type { Locator, Page } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { pressSignInButton } from './account-dialog.ts'
import { clickAfterHydration, openPage } from './open-page.ts'

test.use(WITH_MOTION)

/** Returns the values of all form fields of a dialog, also while the dialog is closed. */
function valuesIn(dialog: Locator): Promise<string[]> {
  return dialog
    .locator('input:not([tabindex="-1"]), textarea')
    .evaluateAll((fields: (HTMLInputElement | HTMLTextAreaElement)[]) => fields.map(({ value }) => value))
}

/** Opens the home page with a fake clock, so that timers run only when the test advances the clock. */
async function openWithPausedClock(page: Page): Promise<void> {
  await page.clock.install()
  await openPage(page, '/')
  await page.clock.pauseAt(Date.now() + 60_000)
}

const DIALOGS = [
  { id: 'free-access', button: 'Download App', title: `Download ${brand.name}` },
  { id: 'faq', button: 'Contact Us', title: 'Contact the Founders' },
]

test('the sign-up and contact dialogs are cleared 300 ms after closing, or earlier when they are opened again', {
  tag: ['@R2.62', '@R9.8'],
}, async ({ page }) => {
  await openWithPausedClock(page)
  for (const { id, button, title } of DIALOGS) {
    const dialog = page.locator('dialog').filter({ hasText: title })
    const open = async () => {
      await clickAfterHydration(page.locator(`#${id}`).getByRole('button', { name: button }))
      await page.clock.runFor(50) // advances the fake clock far enough to render a frame, in which the button shows the pressed style
      await expect(dialog).toBeVisible()
    }
    const close = async () => {
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
      await page.clock.runFor(40)
      await expect(dialog).toBeHidden()
    }
    await open()
    await dialog.getByLabel('Full Name').fill('Mara Lind')
    await dialog.getByLabel('Email Address').fill('mara@example.com')
    await close()
    await page.clock.runFor(200)
    expect((await valuesIn(dialog)).slice(0, 2)).toEqual(['Mara Lind', 'mara@example.com'])
    await page.clock.runFor(150)
    expect(new Set(await valuesIn(dialog))).toEqual(new Set(['']))
    await open()
    await dialog.getByLabel('Full Name').fill('Mara Lind')
    await close()
    await open()
    await expect(dialog.getByLabel('Full Name')).toHaveValue('')
    await close()
    await page.clock.runFor(400)
  }
})

test('the button “Sign in” opens the sign-in view, also within 300 ms after the dialog was closed with another view', async ({
  page,
}) => {
  await openWithPausedClock(page)
  const dialog = page.locator('dialog').filter({ hasText: 'Good to have you back' })
  await pressSignInButton(page)
  await page.clock.runFor(50)
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.clock.runFor(50)
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.clock.runFor(40)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await pressSignInButton(page)
  await page.clock.runFor(50)
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Sign in')
})
