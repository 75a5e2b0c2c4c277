import type { Locator, Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/journey.ts'
import { openSignInDialog } from './account-dialog.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { openSignupDialog, openSignupDialogOnPage } from './signup-dialog.ts'

test.use(WITH_MOTION)

test('the sign-up dialog has its fields and notes, keeps the focus, ignores Escape and outside clicks, opens and closes after a frame, and is cleared by Close but not by the back gesture', {
  tag: ['@R2.55', '@R2.56', '@R2.57', '@R2.58', '@R2.61', '@R2.62', '@R2.63', '@R4.22', '@R9.1', '@R9.8'],
}, async ({ page }) => {
  const { dialog, name, email, submit, close } = await openSignupDialog(page)
  await expect(dialog).toHaveAttribute('aria-modal', 'true')
  await expect(dialog).toHaveAccessibleDescription('Join early users getting access to the beta version')
  await expect(name).toHaveAttribute('maxlength', '100')
  await expect(name).toHaveAttribute('autocomplete', 'name')
  await expect(name).toHaveAttribute('autocapitalize', 'words')
  await expect(email).toHaveAttribute('maxlength', '254')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('autocomplete', 'email')
  await expect(submit).toHaveText('Download App')
  for (const note of ['Secure & Free Signup', '100% Free']) await expect(dialog.getByText(note)).toBeVisible()
  await expect(dialog.getByText('We use your address for the welcome email')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')

  await name.fill('Mara Lind')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
  await page.mouse.click(4, 100)
  await expect(dialog).toBeVisible()
  await expect(name).toHaveValue('Mara Lind')
  await name.focus()
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab')
    expect(await inside()).toBe(true)
  }
  await close.focus()
  await page.keyboard.press('Shift+Tab')
  expect(await inside()).toBe(true)

  await submit.click() // without an address, so that there is an error to clear
  const pressAndLook = (button: Locator) =>
    button.evaluate((element: HTMLElement) => {
      element.click()
      return document.querySelector('dialog[open]') === null ? 'closed' : 'open'
    })
  expect(await pressAndLook(close)).toBe('open')
  await expect(dialog).toBeHidden()
  const opener = page.locator('#free-access').getByRole('button', { name: 'Download App' })
  await expect(opener).toBeFocused()
  await page.waitForTimeout(400) // longer than the fields are kept
  expect(await pressAndLook(opener)).toBe('closed')
  await expect(dialog).toBeVisible()
  await expect(name).toHaveValue('')
  await expect(name).not.toHaveAttribute('aria-invalid')

  await name.fill('Mara Lind')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await page.waitForTimeout(400)
  await expect((await openSignupDialogOnPage(page)).name).toHaveValue('Mara Lind')
})

test('a dialog ends above an on-screen keyboard, and in a low window the button of the sign-up, contact and sign-in dialogs is in view without scrolling', async ({
  page,
}) => {
  const { submit, close } = await openSignupDialog(page)
  const height = page.viewportSize()?.height ?? 0
  const show = (visible: number, from = 0) =>
    page.evaluate(
      (visiblePart) => {
        if (!window.visualViewport) return
        for (const [name, value] of Object.entries(visiblePart))
          Object.defineProperty(window.visualViewport, name, { value, configurable: true })
        window.visualViewport.dispatchEvent(new Event(visiblePart.offsetTop > 0 ? 'scroll' : 'resize'))
      },
      { height: visible, offsetTop: from },
    )
  const readEnd = async () => {
    const box = await submit.boundingBox()
    return box === null ? Number.NaN : box.y + box.height
  }
  const scrollToEnd = () => close.evaluate((button) => button.closest('dialog')?.scrollTo(0, 10_000))
  await show(height - 300)
  await scrollToEnd()
  expect(await readEnd()).toBeLessThan(height - 300)
  // Safari on iOS moves the visible part down, so that its end is the end of the page.
  await show(height - 300, 300)
  await expect.poll(readEnd).toBeGreaterThan(height - 300)
  await show(height - 300)
  await scrollToEnd()
  expect(await readEnd()).toBeLessThan(height - 300)
  await show(height)
  await expect.poll(readEnd, 'the keyboard is closed').toBeGreaterThan(height - 300)

  await page.setViewportSize({ width: 844, height: 390 })
  await openSignupDialog(page)
  await expect(submit).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 500 })
  await expect(submit).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 844, height: 390 })
  await close.click()
  const contact = await openContactDialogOnPage(page)
  await expect(contact.send).toBeInViewport({ ratio: 1 })
  await contact.close.click()
  const signIn = await openSignInDialog(page)
  await expect(signIn.button('Sign in')).toBeInViewport({ ratio: 1 })
})

test('the page behind an open dialog does not scroll until all dialogs are closed', {
  tag: '@wide',
}, async ({ page }) => {
  const { dialog, close, signUp } = await openSignupDialog(page)
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  const roll = async () => {
    const before = await place()
    await page.mouse.move(100, 300)
    await page.mouse.wheel(0, -400)
    await page.waitForTimeout(300)
    return (await place()) - before
  }
  expect(await roll()).toBe(0)
  await signUp({ name: 'Al', email: 'al.lind@example.com' })
  await dialog.getByRole('button', { name: 'Write to us' }).click()
  const above = page.getByRole('dialog', { name: 'Contact the Founders' })
  await above.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(above).toBeHidden()
  await expect(dialog).toBeVisible()
  expect(await roll()).toBe(0)
  await close.click()
  await expect(dialog).toBeHidden()
  await expect.poll(roll).toBeLessThan(-200)
})

test('a sign-up dialog reopened before a pending history.back completes, or after one was lost, stays open, and going back closes only the dialog', async ({
  page,
}) => {
  await delayHistoryBack(page)
  const first = await openSignupDialog(page)
  await first.close.click()
  await expect(first.dialog).toBeHidden()
  const second = await openSignupDialogOnPage(page)
  await second.name.fill('Mara Lind')
  await page.evaluate(() => {
    const gone = new Promise((resolve) => addEventListener('popstate', () => setTimeout(resolve), { once: true }))
    dispatchEvent(new Event('delayed-history-back'))
    return gone
  })
  await expect(second.dialog).toBeVisible()
  await expect(second.name).toHaveValue('Mara Lind')
  await page.goBack()
  await expect(second.dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  const third = await openSignupDialogOnPage(page)
  await expect(third.name).toHaveValue('Mara Lind')

  // The next history.back is lost to the back-forward cache.
  await third.close.click()
  await expect(third.dialog).toBeHidden()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  const fourth = await openSignupDialogOnPage(page)
  await fourth.name.fill('Mara Lind')
  await page.goBack()
  await expect(fourth.dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
})

/** Delays the effect of `history.back` until the page receives the event `delayed-history-back`. */
async function delayHistoryBack(page: Page) {
  await page.addInitScript(() => {
    const goBack = history.back.bind(history)
    history.back = () => addEventListener('delayed-history-back', goBack, { once: true })
  })
}

test('the upper edge of the sign-up dialog stays where it is when messages make it higher', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { dialog, submit } = await openSignupDialog(page)
  const panel = dialog.locator('.dialog-panel')
  await panel.evaluate(async (element) => {
    await Promise.all(
      element
        .closest('dialog')
        ?.getAnimations({ subtree: true })
        .map(({ finished }) => finished) ?? [],
    )
  })
  const before = await panel.boundingBox()
  await submit.click()
  await expect(dialog.locator('[id$="-error"]')).toHaveText(['Name is required', 'Email is required'])
  const after = await panel.boundingBox()
  expect(after?.y).toBe(before?.y)
  expect(after?.height).toBeGreaterThan(before?.height ?? Number.NaN)
})
