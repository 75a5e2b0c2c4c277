// Tests that the sign-up form and the contact form are prefilled for a signed-in visitor, and for nobody else.
import { expect, test } from '../support/journey.ts'
import {
  chooseAccountMenuEntry,
  createAccount,
  locateAccountButton,
  openSignInDialog,
  signInThroughDialog,
} from './account-dialog.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { openSignupDialog, openSignupDialogOnPage } from './signup-dialog.ts'

test('the sign-up and contact forms have the name and address of a signed-in visitor, keep edits, and are empty after a sign-out', async ({
  page,
  backend,
}) => {
  const member = await createAccount(backend)
  await page.goto('/')
  await signInThroughDialog(page, member)
  await expect(locateAccountButton(page)).toBeVisible()
  const first = await openSignupDialogOnPage(page)
  await expect(first.name).toHaveValue(member.name)
  await expect(first.email).toHaveValue(member.email)
  await expect(first.dialog.getByRole('link', { name: 'Go to the downloads' })).toBeVisible()
  await first.name.fill('')
  await first.email.fill('other@example.com')
  await first.name.blur()
  await expect(first.name).toHaveValue('')
  await expect(first.email).toHaveValue('other@example.com')
  await first.close.click()
  await expect(first.dialog).toBeHidden()
  const contact = await openContactDialogOnPage(page)
  await expect(contact.name).toHaveValue(member.name)
  await expect(contact.email).toHaveValue(member.email)
  await expect(contact.message).toHaveValue('')
  await contact.close.click()
  await expect(contact.dialog).toBeHidden()
  await chooseAccountMenuEntry(page, 'Sign out')
  await expect(locateAccountButton(page)).toHaveCount(0)
  await page.waitForTimeout(400)

  const second = await openSignupDialogOnPage(page)
  await expect(second.name).toHaveValue('')
  await expect(second.email).toHaveValue('')
  await expect(second.dialog.getByRole('link', { name: 'Go to the downloads' })).toHaveCount(0)
  await second.close.click()
  await expect(second.dialog).toBeHidden()
  await openContactDialogOnPage(page)
  await expect(contact.name).toHaveValue('')
  await expect(contact.email).toHaveValue('')
})

test('a sign-in in another tab fills only the fields of the open sign-up form that were not edited', async ({
  page,
  context,
  backend,
}) => {
  const member = await createAccount(backend)
  const { name, email } = await openSignupDialog(page)
  await expect(email).toHaveValue('')
  await name.fill('Typed Before')
  const other = await context.newPage()
  await other.goto('/terms')
  const signIn = await openSignInDialog(other)
  await signIn.email.fill(member.email)
  await signIn.password.fill(member.password)
  await signIn.button('Sign in').click()
  await expect(locateAccountButton(other)).toBeVisible()
  await page.bringToFront()
  await expect(email).toHaveValue(member.email)
  await expect(name).toHaveValue('Typed Before')
})
