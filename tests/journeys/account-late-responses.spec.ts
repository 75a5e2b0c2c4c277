// Tests that a late response in the account dialog does not interrupt a visitor who has moved on to something else.
// late-responses.spec.ts has such tests for the other dialogs.
import type { Route } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  chooseAccountMenuEntry,
  createAccount,
  locateAccountButton,
  locateAccountDialog,
  openSignInDialog,
  pressSignInButton,
  signInThroughDialog,
} from './account-dialog.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { delayRequests } from './delay-requests.ts'
import { locateToast } from './signup-dialog.ts'

/** A waiting time in milliseconds that is longer than the delay after which a closed dialog clears its fields. */
const CLEARED_MS = 600

const TOKEN = 'a'.repeat(56)
const NEWER_TOKEN = 'b'.repeat(56)

test('when a mail request completes after the return to the sign-in form, a toast is shown and the typed password stays', async ({
  page,
}) => {
  const asking = await delayRequests(page, '**/auth/v1/otp*')
  const { dialog, email, password, button } = await openSignInDialog(page)
  await email.fill(createTestVisitor().email)
  await button('Email me a code').click()
  await button('Send the code').click()
  await asking.begun
  await button('Back to sign in').click()
  await password.fill('Lanterns over the lake 12')
  asking.release()
  await expect(locateToast(page, 'Check your email')).toContainText('An email with a code and a link is on its way.')
  await expect(dialog).toHaveAccessibleName('Sign in')
  await expect(password).toHaveValue('Lanterns over the lake 12')
})

test('an account dialog that is closed while an account is being created does not reopen when the response arrives', async ({
  page,
}) => {
  const making = await delayRequests(page, '**/auth/v1/signup*')
  const visitor = createTestVisitor()
  const { dialog, name, email, password, button } = await openSignInDialog(page)
  await button('Create account').click()
  await name.fill(visitor.name)
  await email.fill(visitor.email)
  await password.fill('Lanterns over the lake 12')
  await button('Create account').click()
  await making.begun
  await button('Close').click()
  await expect(dialog).toBeHidden()
  making.release()
  await expect(locateToast(page, 'Check your email')).toContainText('If this address is new to us')
  await page.waitForTimeout(CLEARED_MS)
  await expect(dialog).toBeHidden()
})

test('an account dialog that is closed while a confirmation mail is being resent does not reopen when the response arrives', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/status of 400/)
  await page.route('**/auth/v1/token?grant_type=password', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'email_not_confirmed', message: 'Email not confirmed' },
    }),
  )
  const asking = await delayRequests(page, '**/auth/v1/resend*')
  const { dialog, email, password, button } = await openSignInDialog(page)
  await email.fill(createTestVisitor().email)
  await password.fill('Lanterns over the lake 12')
  await button('Sign in').click()
  await button('Send the email again').click()
  await asking.begun
  await button('Close').click()
  await expect(dialog).toBeHidden()
  asking.release()
  await expect(locateToast(page, 'Check your email')).toBeVisible()
  await page.waitForTimeout(CLEARED_MS)
  await expect(dialog).toBeHidden()
})

test('when resending a sign-in mail fails with 429 after the account dialog was closed, a toast shows the error', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/status of 429/)
  const visitor = createTestVisitor()
  const { dialog, email, button } = await openSignInDialog(page)
  await button('Email me a code').click()
  await email.fill(visitor.email)
  await button('Send the code').click()
  await expect(dialog).toHaveAccessibleName('Check your email')
  const asking = await delayRequests(page, '**/auth/v1/otp*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    }),
  )
  await button('Send it again').click()
  await asking.begun
  await button('Close').click()
  await expect(dialog).toBeHidden()
  asking.release()
  await expect(locateToast(page, 'Check your email')).toContainText('That’s a lot of tries in a short time.')
})

test('a contact dialog opened while an expired session is being cleared stays open when the sign-out completes', {
  tag: '@rehearsal',
}, async ({ page, backend, announce }) => {
  announce.trouble(/status of 403/)
  await page.goto('/')
  await signInThroughDialog(page, await createAccount(backend))
  await expect(locateAccountButton(page)).toBeVisible()
  await page.route('**/auth/v1/user*', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'bad_jwt', message: 'invalid JWT' },
    }),
  )
  const leaving = await delayRequests(page, '**/auth/v1/logout*')
  await chooseAccountMenuEntry(page, 'Change password')
  const { dialog, button } = locateAccountDialog(page)
  await dialog.getByLabel('Current password').fill('Lanterns over the lake 11')
  await dialog.getByLabel('New password').fill('Lanterns over the lake 12')
  await button('Save the new password').click()
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await leaving.begun
  await button('Close').click()
  await expect(dialog).toBeHidden()
  const contact = await openContactDialogOnPage(page)
  leaving.release()
  await expect(locateAccountButton(page)).toBeHidden()
  await page.waitForTimeout(CLEARED_MS)
  await expect(contact.dialog).toBeVisible()
  await expect(page.locator('dialog[open]')).toHaveCount(1)
})

const SAME = { status: 422, json: { code: 'same_password', message: 'the same' } }

for (const [end, title] of [
  ['saved', 'Your new password is saved'],
  ['refused', 'Change password'],
] as const) {
  test(`when a password change is ${end} after its dialog was closed, a toast is shown and the reopened form keeps its input`, {
    tag: '@rehearsal',
  }, async ({ page, backend, announce }) => {
    if (end === 'refused') announce.trouble(/status of 422/)
    const member = await createAccount(backend)
    await page.goto('/')
    await signInThroughDialog(page, member)
    await expect(locateAccountButton(page)).toBeVisible()
    const saving = await delayRequests(page, '**/auth/v1/user*', (route) =>
      end === 'saved' ? route.continue() : refuse(route),
    )
    await chooseAccountMenuEntry(page, 'Change password')
    const { dialog, button } = locateAccountDialog(page)
    await dialog.getByLabel('Current password').fill(member.password)
    await dialog.getByLabel('New password').fill('Lanterns over the lake 13')
    await button('Save the new password').click()
    await saving.begun
    await button('Close').click()
    await expect(dialog).toBeHidden()
    await page.waitForTimeout(CLEARED_MS)
    await chooseAccountMenuEntry(page, 'Change password')
    await dialog.getByLabel('New password').fill('half typed')
    saving.release()
    await expect(locateToast(page, title)).toBeVisible()
    await page.waitForTimeout(CLEARED_MS)
    await expect(dialog.getByLabel('New password')).toHaveValue('half typed')
    await expect(dialog.getByLabel('New password')).not.toHaveAttribute('aria-invalid')
  })
}

function refuse(route: Route) {
  return route.fulfill({ ...SAME, headers: { 'x-supabase-api-version': '2024-01-01' } })
}

test('when an email-change confirmation completes after its dialog was closed, a toast is shown and no dialog opens', {
  tag: '@rehearsal',
}, async ({ page }) => {
  const confirming = await delayRequests(page, '**/auth/v1/verify*', (route) =>
    route.fulfill({ json: { msg: 'Confirmation link accepted.', code: 200 } }),
  )
  await page.goto(`/#confirm?token_hash=${TOKEN}&type=email_change`)
  const { dialog, button } = locateAccountDialog(page)
  await button('Confirm').click()
  await confirming.begun
  await button('Close').click()
  await expect(dialog).toBeHidden()
  confirming.release()
  await expect(locateToast(page, 'Almost there')).toBeVisible()
  await page.waitForTimeout(CLEARED_MS)
  await expect(dialog).toBeHidden()
})

test('when the dialog for a password-recovery link fails to load, the next press on “Sign in” opens that dialog', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  const chunks = /\/assets\/dialog[^/]*\.js$/
  await page.route(chunks, (route) => route.abort('failed'))
  await page.goto(`/#confirm?token_hash=${TOKEN}&type=recovery`)
  await expect(page.locator('.toast').filter({ hasText: 'The form didn’t load' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.unroute(chunks)
  await pressSignInButton(page)
  const { dialog, button } = locateAccountDialog(page)
  await expect(dialog).toHaveAccessibleName('Choose a new password')
  await expect(button('Continue')).toBeVisible()
  await button('Close').click()
  await expect(dialog).toBeHidden()
  await page.waitForTimeout(CLEARED_MS)
  await openSignInDialog(page)
})

test('after an expired confirmation link was rejected, opening a newer link shows the “Confirm” button again', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/status of 403/)
  await page.route('**/auth/v1/verify*', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'otp_expired', message: 'expired' },
    }),
  )
  await page.goto(`/#confirm?token_hash=${TOKEN}&type=signup`)
  const { button } = locateAccountDialog(page)
  await button('Confirm').click()
  await expect(button('Email me a code')).toBeVisible()
  await expect(button('Confirm')).toBeHidden()
  await page.evaluate((token) => {
    location.hash = `#confirm?token_hash=${token}&type=signup`
  }, NEWER_TOKEN)
  await expect(button('Confirm')).toBeVisible()
})

test('a double-click on “Send it again” in the account dialog sends a single /auth/v1/otp request', async ({
  page,
}) => {
  await page.route('**/auth/v1/otp*', (route) => route.fulfill({ json: {} }))
  const { dialog, email, button } = await openSignInDialog(page)
  await button('Email me a code').click()
  await email.fill(createTestVisitor().email)
  await button('Send the code').click()
  await expect(dialog).toHaveAccessibleName('Check your email')
  let asked = 0
  const again = await delayRequests(page, '**/auth/v1/otp*', (route) => {
    asked += 1
    return route.fulfill({ json: {} })
  })
  await button('Send it again').dblclick()
  again.release()
  await expect(dialog.getByRole('status').filter({ hasText: 'Sent again.' })).toBeVisible()
  expect(asked).toBe(1)
})

test('“Continue with Google” is enabled again when the page is restored from the back-forward cache', {
  tag: '@rehearsal',
}, async ({ page }) => {
  await page.route('**/auth/v1/settings', (route) =>
    route.fulfill({ json: { external: { google: true }, disable_signup: false } }),
  )
  await page.route('**/auth/v1/authorize*', (route) => route.fulfill({ status: 204 }))
  const { button } = await openSignInDialog(page)
  const left = page.waitForResponse('**/auth/v1/authorize*')
  await button('Continue with Google').click()
  await left
  await expect(button('Continue with Google')).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(button('Continue with Google')).not.toHaveAttribute('aria-disabled', 'true')
})
