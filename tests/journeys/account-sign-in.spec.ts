import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  createAccount,
  locateAccountButton,
  openSignInDialog,
  pressSignInButton,
  signInThroughDialog,
} from './account-dialog.ts'
import { delayRequests } from './delay-requests.ts'

const TOKEN = '**/auth/v1/token?grant_type=password'

/** Mocks a URL: responds to its requests with the given error status and body, in the format of the auth service. */
async function refuse(page: Page, url: string, status: number, body: object) {
  await page.route(url, (route) =>
    route.fulfill({ status, json: body, headers: { 'x-supabase-api-version': '2024-01-01' } }),
  )
}

test('the sign-in form shows only the ways that are enabled, has what password managers need, sends no faulty field, and ignores Escape; Close clears it, and the back gesture does not', {
  tag: '@R5.31',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  let sent = 0
  await page.route('**/auth/v1/token*', (route) => {
    sent += 1
    return route.abort()
  })
  const settings = { external: { google: false }, disable_signup: true, passkeys_enabled: false }
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: settings }))
  const { dialog, email, password, button } = await openSignInDialog(page)
  for (const way of ['Create account', 'Sign in with a passkey', 'Continue with Google'])
    await expect(button(way)).toHaveCount(0)
  await page.unroute('**/auth/v1/settings')
  await page.reload()

  await openSignInDialog(page)
  await expect(button('Create account')).toBeVisible()
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(email).toHaveAttribute('spellcheck', 'false')
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(dialog.locator('form')).toHaveCount(1)
  await password.fill('what was typed')
  await button('Show password').click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('what was typed')
  await button('Hide password').click()
  await expect(password).toHaveAttribute('type', 'password')
  await password.fill('')

  await button('Sign in').click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/Email is required/)
  await expect(password).toHaveAccessibleDescription(/Password is required/)
  await email.fill('mara')
  await password.fill('x')
  await button('Sign in').click()
  await expect(email).toHaveAccessibleDescription(/Invalid email format/)
  expect(sent).toBe(0)

  await page.evaluate(() => navigator.clipboard.writeText('from the manager 🙂'))
  await password.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(password).toHaveValue('from the manager 🙂')

  await email.fill('mara@example.com')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
  await page.mouse.click(4, 70)
  await expect(dialog).toBeVisible()
  await button('Close').click()
  await expect(dialog).toBeHidden()
  await page.waitForTimeout(400)
  const { name } = await openSignInDialog(page)
  await expect(email).toHaveValue('')

  await test.step('the dialog keeps the email address across its views, and its view and input after the back gesture', async () => {
    await email.fill('mara@example.com')
    for (const [view, title] of [
      ['Forgot your password?', 'Choose a new password'],
      ['Email me a code', 'Sign in with a code'],
    ] as const) {
      await button(view).click()
      await expect(dialog).toHaveAccessibleName(title)
      await expect(email).toHaveValue('mara@example.com')
      await button('Back to sign in').click()
    }
    await button('Create account').click()
    await name.fill('Mara Lind')
    await page.goBack()
    await expect(dialog).toBeHidden()
    await pressSignInButton(page)
    await expect(dialog).toHaveAccessibleName('Create an account')
    await expect(name).toHaveValue('Mara Lind')
  })
})

test('a wrong password and an unknown address show the same sign-in error at the field, the input stays, and a pending sign-in is not sent twice', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 400/)
  const member = await createAccount(backend)
  const { dialog, email, password, button } = await signInThroughDialog(page, { ...member, password: 'not this one' })
  await expect(password).toHaveAccessibleDescription(/That email address and password don’t match\./)
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('not this one')
  await expect(email).toHaveValue(member.email)
  await email.fill(createTestVisitor().email)
  const answered = page.waitForResponse(TOKEN)
  await button('Sign in').click()
  await answered
  await expect(button('Sign in')).toBeEnabled()
  await expect(password).toHaveAccessibleDescription(/That email address and password don’t match\./)

  let sent = 0
  const pending = await delayRequests(page, TOKEN, (route) => {
    sent += 1
    return route.continue()
  })
  await email.fill(member.email)
  await password.fill(member.password)
  await password.press('Enter')
  const sending = dialog.getByRole('button', { name: 'Signing in...' })
  await expect(sending).toBeDisabled()
  await sending.click({ force: true })
  await password.press('Enter')
  pending.release()
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`)
  expect(sent).toBe(1)
  // On a phone, the focus returns to the menu button, because the dialog was opened from the menu.
  await expect(page.locator('header :focus')).toHaveCount(1)
})

/** Rejections of a sign-in, one of each kind: with a sentence of its own, without a session, unknown, and by the service being away. */
const REFUSALS = [
  { status: 400, code: 'user_banned', text: 'This account is blocked.' },
  { status: 200, code: 'no_session', text: 'Something went wrong on our side.' },
  { status: 503, code: 'unexpected_failure', text: 'We can’t reach the server. Nothing you typed is lost.' },
  { status: 400, code: 'of_tomorrow', text: 'Something went wrong on our side.' },
]

test('each sign-in error is shown in a sentence of ours while the input stays, the next attempt succeeds, and an unconfirmed address gets its mail again', {
  tag: ['@R7.13', '@R8.34'],
}, async ({ page, backend, announce }) => {
  for (const status of [400, 503]) announce.trouble(new RegExp(`status of ${status}`))
  announce.trouble(/ERR_CONNECTION_REFUSED/)
  const member = await createAccount(backend)
  const { dialog, email, password, button } = await openSignInDialog(page)
  const expectRefusal = async (text: string, code: string) => {
    await button('Sign in').click()
    await expect(dialog.getByRole('alert').filter({ hasText: text }), code).toBeVisible()
    await expect(dialog).not.toContainText('protocol message')
    await expect(email).toHaveValue(member.email)
    await expect(password).toHaveValue(member.password)
    await expect(button('Sign in')).toBeEnabled()
    await page.unroute(TOKEN)
  }
  await email.fill(member.email)
  await password.fill(member.password)
  for (const { status, code, text } of REFUSALS) {
    await refuse(page, TOKEN, status, { code, message: 'protocol message' })
    await expectRefusal(text, code)
  }
  await page.route(TOKEN, (route) => route.abort('connectionrefused'))
  await expectRefusal('We can’t reach the server. Nothing you typed is lost.', 'no connection')

  await refuse(page, TOKEN, 400, { code: 'email_not_confirmed', message: 'Email not confirmed' })
  await button('Sign in').click()
  await expect(email).toHaveAccessibleDescription(/This address isn’t confirmed yet/)
  const resent = page.waitForRequest('**/auth/v1/resend*')
  await button('Send the email again').click()
  await expect(dialog).toHaveAccessibleName('Check your email')
  expect((await resent).postDataJSON()).toMatchObject({ type: 'signup', email: member.email })
  await page.unroute(TOKEN)
  await button('Back to sign in').click()
  await password.fill(member.password)
  await button('Sign in').click()
  await expect(locateAccountButton(page)).toBeVisible()
})

test('the account dialog and menu can be used by keyboard alone', { tag: '@wide' }, async ({ page, backend }) => {
  const member = await createAccount(backend)
  const { dialog, email, button } = await openSignInDialog(page)
  await email.focus()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Tab')
  await expect(button('Show password')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(button('Forgot your password?')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveAccessibleName('Choose a new password')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await button('Back to sign in').focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(locateAccountButton(page)).toBeVisible()
  // On a phone, the focus returns to the menu button, because the dialog was opened from the menu.
  await expect(page.locator('header :focus')).toHaveCount(1)
  await locateAccountButton(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('#account-menu').getByRole('link', { name: 'Download' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(locateAccountButton(page)).toBeFocused()
})
