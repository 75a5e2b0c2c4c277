import { expect, test } from '../support/journey.ts'
import { readReceivedMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  chooseAccountMenuEntry,
  createAccount,
  locateAccountButton,
  locateAccountDialog,
  openSignInDialog,
  signInThroughDialog,
  waitForAuthMail,
} from './account-dialog.ts'
import { locateToast } from './signup-dialog.ts'

test('password recovery by link rejects weak and current passwords, and afterwards the link is used and only the new password signs in', {
  tag: '@R7.28',
}, async ({ page, backend, announce }) => {
  announce.trouble(/status of 400/)
  announce.trouble(/status of 403/)
  announce.trouble(/status of 422/)
  const member = await createAccount(backend)
  const { dialog, email, password, button } = await openSignInDialog(page)
  await button('Forgot your password?').click()
  await email.fill(member.email)
  await button('Send the email').click()
  await expect(dialog).toHaveAccessibleName('Check your email')
  const { link } = await waitForAuthMail(backend, member.email)
  await page.goto('about:blank')
  await page.goto(link)
  await expect(dialog).toHaveAccessibleName('Choose a new password')
  await button('Continue').click()
  await expect(dialog).toHaveAccessibleName('Your new password')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await expect(dialog.locator('input[autocomplete=username]')).toHaveValue(member.email)

  await password.fill('short')
  await button('Save the new password').click()
  await expect(password).toHaveAccessibleDescription(/Use at least 8 characters\./)
  await password.fill('password123')
  await button('Save the new password').click()
  await expect(password).toHaveAccessibleDescription(/Attackers try this password early on/)
  await expect(password).toHaveValue('password123')
  await password.fill(member.password)
  await button('Save the new password').click()
  await expect(password).toHaveAccessibleDescription(/That’s already your password/)
  await password.fill('a whole new sentence')
  await button('Save the new password').click()
  await expect(locateToast(page, 'Your new password is saved')).toBeVisible()
  await expect(dialog).toBeHidden()

  await chooseAccountMenuEntry(page, 'Sign out')
  await page.goto('about:blank')
  await page.goto(link)
  await button('Continue').click()
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'This link has already been used, or it has expired.' }),
  ).toBeVisible()
  await button('Choose a new password').click()
  await expect(email).toBeVisible()
  await button('Close').click()
  await expect(dialog).toBeHidden()
  await page.goto('/terms')

  await signInThroughDialog(page, member)
  await expect(password).toHaveAccessibleDescription(/don’t match/)
  await password.fill('a whole new sentence')
  await button('Sign in').click()
  await expect(locateAccountButton(page)).toBeVisible()
})

test('requesting password recovery for an unknown address shows the “Check your email” view and sends no mail', async ({
  page,
  backend,
}) => {
  const unknown = createTestVisitor()
  const { dialog, email, button } = await openSignInDialog(page)
  await button('Forgot your password?').click()
  await email.fill(unknown.email)
  await button('Send the email').click()
  await expect(dialog).toHaveAccessibleName('Check your email')
  await expect(dialog).toContainText('If there’s an account with this address')
  await page.waitForTimeout(1_000)
  expect(await readReceivedMails(backend, unknown.email)).toEqual([])
})

test('the change-password form rejects a wrong current password with a field error and accepts the right one', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 400/)
  const member = await createAccount(backend)
  const { dialog, button } = await signInThroughDialog(page, member)
  await chooseAccountMenuEntry(page, 'Change password')
  const current = dialog.getByLabel('Current password')
  const next = dialog.getByLabel('New password')
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await expect(next).toHaveAttribute('autocomplete', 'new-password')
  await current.fill('not this one')
  await next.fill('my next sentence')
  await button('Save the new password').click()
  await expect(current).toHaveAccessibleDescription(/That’s not your current password/)
  await expect(current).toBeFocused()
  await expect(next).toHaveValue('my next sentence')
  await current.fill(member.password)
  await button('Save the new password').click()
  await expect(locateToast(page, 'Your new password is saved')).toBeVisible()
  const { error } = await backend
    .client()
    .auth.signInWithPassword({ email: member.email, password: 'my next sentence' })
  expect(error).toBeNull()
})

test('/.well-known/change-password opens the form for a new password: at once when signed in, otherwise after the sign-in', async ({
  page,
  backend,
}) => {
  const member = await createAccount(backend)
  await page.goto('/.well-known/change-password')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const { dialog, email, password, button } = locateAccountDialog(page)
  await expect(dialog).toHaveAccessibleName('Sign in')
  await email.fill(member.email)
  await password.fill(member.password)
  await button('Sign in').click()
  await expect(dialog.getByLabel('Current password')).toBeVisible()
  await page.goto('about:blank')
  await page.goto('/.well-known/change-password')
  await expect(dialog.getByLabel('Current password')).toBeVisible()
  await expect(page).toHaveURL('/')
  await button('Close').click()
  await expect(dialog).toHaveCount(0)
})

test('the change-password view stays shown when reopened during the dialog reset', async ({ page, backend }) => {
  await page.clock.install()
  const { dialog, button } = await signInThroughDialog(page, await createAccount(backend))
  await chooseAccountMenuEntry(page, 'Change password')
  await expect(dialog).toHaveAccessibleName('Change password')
  await page.clock.pauseAt(Date.now() + 60_000)
  await button('Close').click()
  await page.clock.runFor(20) // advances the fake clock by one frame, in which the dialog closes
  await expect(dialog).toBeHidden()
  await page.clock.runFor(275)
  await locateAccountButton(page).click()
  await page.locator('#account-menu').getByRole('button', { name: 'Change password', exact: true }).click()
  await page.clock.runFor(1_000)
  await expect(dialog).toHaveAccessibleName('Change password')
})

test('a signed-in user who forgot the current password can reset it with a mailed code', async ({ page, backend }) => {
  const member = await createAccount(backend)
  const { dialog, email, code, password, button } = await signInThroughDialog(page, member)
  await chooseAccountMenuEntry(page, 'Change password')
  await button('I don’t know it').click()
  await expect(email).toHaveValue(member.email)
  await button('Send the email').click()
  await expect(dialog).toHaveAccessibleName('Check your email')
  await code.fill((await waitForAuthMail(backend, member.email)).code)
  await button('Confirm').click()
  await password.fill('found again by mail')
  await button('Save the new password').click()
  await expect(locateToast(page, 'Your new password is saved')).toBeVisible()
})
