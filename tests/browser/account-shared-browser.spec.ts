// Tests for several people who share one browser: the page must not show to one person what another person typed or received.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { accountButton, accountDialog, aMember, chooseInMenu, mailedTo, openSignIn, signIn } from './account-dialog.ts'
import { openContactDialog, openContactDialogHere } from './contact-dialog.ts'
import { delayRequests } from './hold.ts'

/** Longer than the delay after which a closed dialog clears its fields, in milliseconds. */
const CLEARED_MS = 600

async function signOut(page: Page) {
  await chooseInMenu(page, 'Sign out')
  await expect(accountButton(page)).toBeHidden()
}

test('a sign-in that completes after the back gesture clears address and password from the sign-in form', async ({
  page,
  backend,
}) => {
  const asking = await delayRequests(page, '**/auth/v1/token?grant_type=password')
  const { dialog } = await signIn(page, await aMember(backend))
  await asking.begun
  await page.goBack()
  await expect(dialog).toBeHidden()
  asking.release()
  await expect(accountButton(page)).toBeVisible()
  const left = () =>
    page.locator('dialog input').evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value).join(''))
  await expect.poll(left).toBe('')
  await signOut(page)
  const { email, password } = await openSignIn(page)
  await expect(email).toHaveValue('')
  await expect(password).toHaveValue('')
})

test('completing a sign-in by mailed link in a second tab clears the address from the sign-in form of the first tab', async ({
  page,
  context,
  backend,
}) => {
  const member = await aMember(backend)
  const { dialog, email, button } = await openSignIn(page)
  await button('Email me a code').click()
  await email.fill(member.email)
  await button('Send the code').click()
  await expect(dialog).toContainText(`It goes to ${member.email}`)
  await page.goBack()
  await expect(dialog).toBeHidden()

  const { link } = await mailedTo(backend, member.email)
  const tab = await context.newPage()
  await tab.goto(link)
  await accountDialog(tab).button('Sign in').click()
  await expect(accountButton(tab)).toBeVisible()
  await tab.close()

  await expect(accountButton(page)).toBeVisible()
  await signOut(page)
  await expect((await openSignIn(page)).email).toHaveValue('')
})

test('a draft in the contact form is kept after the back gesture and cleared at sign-out', async ({
  page,
  backend,
}) => {
  await signIn(page, await aMember(backend))
  await expect(accountButton(page)).toBeVisible()
  const begun = await openContactDialogHere(page)
  await begun.message.fill('Something between us')
  await page.goBack()
  await expect(begun.dialog).toBeHidden()
  await page.waitForTimeout(CLEARED_MS)
  await openContactDialogHere(page)
  await expect(begun.message).toHaveValue('Something between us')
  await page.goBack()
  await expect(begun.dialog).toBeHidden()
  await signOut(page)
  await expect((await openContactDialogHere(page)).message).toHaveValue('')
})

test('a draft in the contact form written before signing in is kept after sign-in', async ({ page, backend }) => {
  const begun = await openContactDialog(page)
  await begun.message.fill('Is there a version for two?')
  await page.goBack()
  await expect(begun.dialog).toBeHidden()
  await signIn(page, await aMember(backend))
  await expect(accountButton(page)).toBeVisible()
  await page.waitForTimeout(CLEARED_MS)
  await expect((await openContactDialogHere(page)).message).toHaveValue('Is there a version for two?')
})
