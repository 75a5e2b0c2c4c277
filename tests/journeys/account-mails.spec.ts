import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectAccessible } from './accessible.ts'
import {
  askForMail,
  createAccount,
  locateAccountButton,
  locateAccountDialog,
  waitForAuthMail,
} from './account-dialog.ts'
import { openPage } from './open-page.ts'
import { locateToast } from './signup-dialog.ts'

test('a sign-in link that a mail scanner opened without confirming signs in with one press in a different browser', async ({
  page,
  browser,
  backend,
}) => {
  const member = await createAccount(backend)
  await askForMail(page, member.email, 'code')
  const { link } = await waitForAuthMail(backend, member.email)
  const scanner = await (await browser.newContext()).newPage()
  await scanner.goto(link)
  await expect(locateAccountDialog(scanner).dialog).toBeVisible()
  await scanner.context().close()
  const phone = await (await browser.newContext({ baseURL: backend.url })).newPage()
  await phone.goto(link)
  const there = locateAccountDialog(phone)
  await expect(there.dialog).toHaveAccessibleName('Sign in')
  await there.button('Sign in').click()
  await expect(locateAccountButton(phone)).toHaveAccessibleName(`Account: ${member.name}`)
  await phone.context().close()
})

test('the sign-in code form shows errors for a wrong code and a resend too soon, and still accepts the first code, without a password', {
  tag: '@R7.26',
}, async ({ page, backend, announce }) => {
  announce.trouble(/status of 403/)
  announce.trouble(/status of 429/)
  const member = await createAccount(backend)
  const { dialog, code, button } = await askForMail(page, member.email, 'code')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await button('Confirm').click()
  await expect(code).toHaveAccessibleDescription('Code is required')
  const mailed = await waitForAuthMail(backend, member.email)
  await code.fill(mailed.code === '111111' ? '222222' : '111111')
  await button('Confirm').click()
  await expect(code).toHaveAccessibleDescription(/This code is wrong or has expired/)
  await expect(code).toBeFocused()
  await button('Send it again').click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'We sent an email a moment ago.' })).toBeVisible()
  await code.fill(mailed.code)
  await button('Confirm').click()
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`)
})

test('an invitation link opened in a tab with the site opens the set-password form', async ({ page, backend }) => {
  const { email } = createTestVisitor()
  await backend.secretClient().auth.admin.inviteUserByEmail(email)
  const { link } = await waitForAuthMail(backend, email)
  await openPage(page, '/terms')
  await page.evaluate((hash) => void (location.hash = hash), new URL(link).hash)
  const { dialog, password, button } = locateAccountDialog(page)
  await expect(dialog).toHaveAccessibleName('You’re invited')
  await expect(page).toHaveURL(/\/terms$/) // the page has removed the token from its URL
  await expectAccessible(page)
  await button('Accept the invitation').click()
  await expect(dialog).toHaveAccessibleName('Your new password')
  await password.fill('the first of my own')
  await button('Save the new password').click()
  await expect(locateToast(page, 'Your new password is saved')).toBeVisible()
  const { error } = await backend.client().auth.signInWithPassword({ email, password: 'the first of my own' })
  expect(error).toBeNull()
})

test('an email change is “Almost there” until both mailboxes have confirmed it', async ({ page, backend }) => {
  const member = await createAccount(backend)
  const next = createTestVisitor().email
  const client = backend.client()
  await client.auth.signInWithPassword(member)
  await client.auth.updateUser({ email: next })
  const { dialog, button } = locateAccountDialog(page)
  const links = [(await waitForAuthMail(backend, member.email)).link, (await waitForAuthMail(backend, next)).link]
  for (const [index, link] of links.entries()) {
    await page.goto('about:blank')
    await page.goto(link)
    await expect(dialog).toHaveAccessibleName('Confirm your new address')
    await button('Confirm').click()
    if (index > 0) continue
    await expect(dialog).toHaveAccessibleName('Almost there')
    await button('Done').click()
    await expect(dialog).toBeHidden()
  }
  await expect(locateToast(page, 'Your address has changed')).toBeVisible()
  await locateAccountButton(page).click()
  await expect(page.locator('#account-menu')).toContainText(next)
})
