import { expect, test } from '../support/journey.ts'
import { readReceivedMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  askForMail,
  chooseAccountMenuEntry,
  createAccount,
  locateAccountButton,
  locateAccountDialog,
  signInThroughDialog,
  waitForAuthMail,
} from './account-dialog.ts'
import { openPage } from './open-page.ts'
import { locateToast } from './signup-dialog.ts'

test('password recovery by link sends an unknown address no mail, names a damaged link, takes one that a mail program altered, rejects weak and current passwords, and afterwards the link is used and only the new password signs in', {
  tag: '@R7.28',
}, async ({ page, backend, announce }) => {
  for (const status of [400, 403, 404, 422]) announce.trouble(new RegExp(`status of ${status}`)) // 404: the altered path
  const [member, unknown] = [await createAccount(backend), createTestVisitor()]
  const { dialog, email, password, button } = await askForMail(page, unknown.email, 'new password')
  await expect(dialog).toContainText('If there’s an account with this address')
  await page.reload()
  await askForMail(page, member.email, 'new password')
  const { link } = await waitForAuthMail(backend, member.email)
  expect(await readReceivedMails(backend, unknown.email)).toEqual([])
  const path = new URL(link).href.slice(new URL(link).origin.length)
  const open = async (address: string) => {
    await page.goto('about:blank')
    await page.goto(address)
  }

  await test.step('a damaged link says what happened and offers a new one', async () => {
    await open(path.replace(/[0-9a-f]&type=/, '&amp;type='))
    await expect(dialog).toHaveAccessibleName('This link isn’t complete')
    await button('Choose a new password').click()
    await expect(email).toBeVisible()
  })

  await test.step('a link that a mail program altered opens the form for a new password', async () => {
    await open(`/${encodeURIComponent(path.slice(1))}).`)
    await expect(dialog).toHaveAccessibleName('Choose a new password')
    expect(new URL(page.url()).hash).toBe('')
    await button('Continue').click()
    await expect(dialog).toHaveAccessibleName('Your new password')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    await expect(dialog.locator('input[autocomplete=username]')).toHaveValue(member.email)
  })

  for (const [typed, error] of [
    ['short', /Use at least 8 characters\./],
    ['password123', /Attackers try this password early on/],
    [member.password, /That’s already your password/],
  ] as const) {
    await password.fill(typed)
    await button('Save the new password').click()
    await expect(password).toHaveAccessibleDescription(error)
    await expect(password).toHaveValue(typed)
  }
  await password.fill('a whole new sentence')
  await button('Save the new password').click()
  await expect(locateToast(page, 'Your new password is saved')).toBeVisible()
  await expect(dialog).toBeHidden()

  await test.step('the link is used, and only the new password signs in', async () => {
    await chooseAccountMenuEntry(page, 'Sign out')
    await open(link)
    await button('Continue').click()
    await expect(
      dialog.getByRole('alert').filter({ hasText: 'This link has already been used, or it has expired.' }),
    ).toBeVisible()
    await button('Choose a new password').click()
    await expect(email).toBeVisible()
    await button('Close').click()
    await expect(page.locator('dialog [data-dialog-title]')).toHaveText('Sign in') // reset 300 ms after closing
    await signInThroughDialog(page, member)
    await expect(password).toHaveAccessibleDescription(/don’t match/)
    await password.fill('a whole new sentence')
    await button('Sign in').click()
    await expect(locateAccountButton(page)).toBeVisible()
  })
})

test('/.well-known/change-password opens the form for a new password, at once when signed in, which takes no wrong current password and a mailed code in its place', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 400/)
  const member = await createAccount(backend)
  const { dialog, email, password, code, button } = locateAccountDialog(page)
  const current = dialog.getByLabel('Current password')
  const next = dialog.getByLabel('New password')
  await openPage(page, '/.well-known/change-password')
  await expect(dialog).toHaveAccessibleName('Sign in')
  await email.fill(member.email)
  await password.fill(member.password)
  await button('Sign in').click()

  await test.step('a wrong current password is an error at its field, and the right one is accepted', async () => {
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
    const changed = { email: member.email, password: 'my next sentence' }
    expect((await backend.client().auth.signInWithPassword(changed)).error).toBeNull()
  })

  await test.step('a signed-in user who forgot the current password resets it with a mailed code', async () => {
    await page.goto('about:blank')
    await page.goto('/.well-known/change-password')
    await expect(current).toBeVisible()
    await expect(page).toHaveURL('/')
    await button('I don’t know it').click()
    await expect(email).toHaveValue(member.email)
    await button('Send the email').click()
    await expect(dialog).toHaveAccessibleName('Check your email')
    const count = 2 // one mail about the changed password, one with the code
    await code.fill((await waitForAuthMail(backend, member.email, count)).code)
    await button('Confirm').click()
    await password.fill('found again by mail')
    await button('Save the new password').click()
    await expect(locateToast(page, 'Your new password is saved')).toBeVisible()
  })
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
