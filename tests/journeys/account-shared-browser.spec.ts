// Tests for several people who share one browser: the page must not show to one person what another person typed or received.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import {
  askForMail,
  chooseAccountMenuEntry,
  createAccount,
  locateAccountButton,
  locateAccountDialog,
  openSignInDialog,
  signInThroughDialog,
  waitForAuthMail,
} from './account-dialog.ts'
import { openContactDialog, openContactDialogOnPage } from './contact-dialog.ts'
import { delayRequests } from './delay-requests.ts'

/** A waiting time in milliseconds that is longer than the delay after which a closed dialog clears its fields. */
const CLEARED_MS = 600

async function signOut(page: Page) {
  await chooseAccountMenuEntry(page, 'Sign out')
  await expect(locateAccountButton(page)).toBeHidden()
}

test('a sign-in that completes after the back gesture clears address and password from the sign-in form', async ({
  page,
  backend,
}) => {
  const asking = await delayRequests(page, '**/auth/v1/token?grant_type=password')
  const { dialog } = await signInThroughDialog(page, await createAccount(backend))
  await asking.begun
  await page.goBack()
  await expect(dialog).toBeHidden()
  asking.release()
  await expect(locateAccountButton(page)).toBeVisible()
  const left = () =>
    page.locator('dialog input').evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value).join(''))
  await expect.poll(left).toBe('')
  await signOut(page)
  const { email, password } = await openSignInDialog(page)
  await expect(email).toHaveValue('')
  await expect(password).toHaveValue('')
})

test('completing a sign-in by mailed link in a second tab clears the address from the sign-in form of the first tab', async ({
  page,
  context,
  backend,
}) => {
  const member = await createAccount(backend)
  const { dialog } = await askForMail(page, member.email, 'code')
  await expect(dialog).toContainText(`It’s going to ${member.email}`)
  await page.goBack()
  await expect(dialog).toBeHidden()

  const { link } = await waitForAuthMail(backend, member.email)
  const tab = await context.newPage()
  await tab.goto(link)
  await locateAccountDialog(tab).button('Sign in').click()
  await expect(locateAccountButton(tab)).toBeVisible()
  await tab.close()

  await expect(locateAccountButton(page)).toBeVisible()
  await signOut(page)
  await expect((await openSignInDialog(page)).email).toHaveValue('')
})

test('a draft in the contact form is kept after the back gesture and after sign-in, and cleared at sign-out', async ({
  page,
  backend,
}) => {
  const begun = await openContactDialog(page)
  await begun.message.fill('Is there a version for two?')
  await page.goBack()
  await expect(begun.dialog).toBeHidden()
  await signInThroughDialog(page, await createAccount(backend))
  await expect(locateAccountButton(page)).toBeVisible()
  await page.waitForTimeout(CLEARED_MS)
  await openContactDialogOnPage(page)
  await expect(begun.message).toHaveValue('Is there a version for two?')
  await page.goBack()
  await expect(begun.dialog).toBeHidden()
  await signOut(page)
  await expect((await openContactDialogOnPage(page)).message).toHaveValue('')
})
