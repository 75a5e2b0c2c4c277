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

const TOKEN = '**/auth/v1/token?grant_type=password'

/** Mocks a URL: responds to its requests with the given error status and body, in the format of the auth service. */
async function refuse(page: Page, url: string, status: number, body: object) {
  await page.route(url, (route) =>
    route.fulfill({ status, json: body, headers: { 'x-supabase-api-version': '2024-01-01' } }),
  )
}

test('the sign-in form has what password managers need and a show-password toggle, sends no empty or malformed field, and ignores Escape; Close clears it', {
  tag: '@R5.31',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  let sent = 0
  await page.route('**/auth/v1/token*', (route) => {
    sent += 1
    return route.abort()
  })
  const { dialog, email, password, button } = await openSignInDialog(page)
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
  const again = await openSignInDialog(page)
  await expect(again.email).toHaveValue('')
})

test('a wrong password and an unknown address show the same sign-in error at the field, and the input stays', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 400/)
  const member = await createAccount(backend)
  const { email, password, button } = await signInThroughDialog(page, { ...member, password: 'not this one' })
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

  await email.fill(member.email)
  await password.fill(member.password)
  await password.press('Enter')
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`)
  // On a phone, the focus returns to the menu button, because the dialog was opened from the menu.
  await expect(page.locator('header :focus')).toHaveCount(1)
})

test('signing in with an unconfirmed address shows a field error and offers to resend the confirmation mail', async ({
  page,
  announce,
}) => {
  announce.trouble(/status of 400/)
  await refuse(page, TOKEN, 400, { code: 'email_not_confirmed', message: 'Email not confirmed' })
  let resent: unknown = null
  await page.route('**/auth/v1/resend*', (route) => {
    resent = route.request().postDataJSON()
    return route.fulfill({ json: {} })
  })
  const visitor = createTestVisitor()
  const { dialog, email, button } = await signInThroughDialog(page, { ...visitor, password: 'x' })
  await expect(email).toHaveAccessibleDescription(/This address isn’t confirmed yet/)
  await button('Send the email again').click()
  await expect(dialog).toHaveAccessibleName('Check your email')
  expect(resent).toMatchObject({ type: 'signup', email: visitor.email })
})

const REFUSALS = [
  { status: 400, code: 'user_banned', text: 'This account is blocked.' },
  { status: 200, code: 'no_session', text: 'Something went wrong on our side.' },
  { status: 429, code: 'over_request_rate_limit', text: 'That’s a lot of tries in a short time.' },
  { status: 422, code: 'email_provider_disabled', text: 'This doesn’t work here. Try another way.' },
  { status: 400, code: 'of_tomorrow', text: 'Something went wrong on our side.' },
]

test('each sign-in error, and a response without a session, has a sentence of its own without the service’s message, and the input stays', {
  tag: '@R8.34',
}, async ({ page, announce }) => {
  const visitor = createTestVisitor()
  const { dialog, email, password, button } = await openSignInDialog(page)
  await email.fill(visitor.email)
  await password.fill('typed')
  for (const { status, code, text } of REFUSALS) {
    if (status !== 200) announce.trouble(new RegExp(`status of ${status}`))
    await refuse(page, TOKEN, status, { code, message: 'protocol message' })
    await button('Sign in').click()
    await expect(dialog.getByRole('alert').filter({ hasText: text }), code).toBeVisible()
    await expect(dialog).not.toContainText('protocol message')
    await expect(email).toHaveValue(visitor.email)
    await expect(password).toHaveValue('typed')
    await expect(button('Sign in')).toBeEnabled()
  }
})

test('when the auth service is unreachable, the sign-in dialog shows an error, and the next attempt succeeds', {
  tag: ['@R7.13', '@R8.34'],
}, async ({ page, backend, announce }) => {
  announce.trouble(/status of 503/)
  announce.trouble(/ERR_CONNECTION_REFUSED/)
  const member = await createAccount(backend)
  await refuse(page, TOKEN, 503, { code: 'unexpected_failure', message: 'away' })
  const { dialog, button } = await signInThroughDialog(page, member)
  await expect(dialog).toContainText('We can’t reach the server. Nothing you typed is lost.')
  await page.unroute(TOKEN)
  await page.route(TOKEN, (route) => route.abort('connectionrefused'))
  await button('Sign in').click()
  await expect(dialog).toContainText('We can’t reach the server. Nothing you typed is lost.')
  await page.unroute(TOKEN)
  await button('Sign in').click()
  await expect(locateAccountButton(page)).toBeVisible()
})

test('while a sign-in request is pending, the button is disabled and further submits send no second request', async ({
  page,
}) => {
  let sent = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(TOKEN, async (route) => {
    sent += 1
    await held
    await route.continue()
  })
  const { dialog, email, password } = await openSignInDialog(page)
  await email.fill(createTestVisitor().email)
  await password.fill('x')
  await password.press('Enter')
  const button = dialog.getByRole('button', { name: 'Signing in...' })
  await expect(button).toBeDisabled()
  await button.click({ force: true })
  await password.press('Enter')
  expect(sent).toBe(1)
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the account dialog keeps the email address across its views, and its view and input after the back gesture', async ({
  page,
}) => {
  const { dialog, email, name, button } = await openSignInDialog(page)
  await email.fill('mara@example.com')
  await button('Forgot your password?').click()
  await expect(dialog).toHaveAccessibleName('Choose a new password')
  await expect(email).toHaveValue('mara@example.com')
  await button('Back to sign in').click()
  await button('Email me a code').click()
  await expect(dialog).toHaveAccessibleName('Sign in with a code')
  await expect(email).toHaveValue('mara@example.com')
  await button('Back to sign in').click()
  await button('Create account').click()
  await name.fill('Mara Lind')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await pressSignInButton(page)
  await expect(dialog).toHaveAccessibleName('Create an account')
  await expect(name).toHaveValue('Mara Lind')
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
