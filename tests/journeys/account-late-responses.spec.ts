// Tests that a late response in the account dialog does not interrupt a visitor who has moved on to something else.
// late-responses.spec.ts has such tests for the other dialogs.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  askForMail,
  chooseAccountMenuEntry,
  createAccount,
  locateAccountDialog,
  openSignInDialog,
  pressSignInButton,
  signInThroughDialog,
} from './account-dialog.ts'
import { delayRequests } from './delay-requests.ts'
import { locateToast } from './signup-dialog.ts'

/** A waiting time in milliseconds that is longer than the delay after which a closed dialog clears its fields. */
const CLEARED_MS = 600

const PASSWORD = 'Lanterns over the lake 12'
const TOKEN = 'a'.repeat(56)

/** An answer of the auth service, which with this header has an error code. */
const answer = (status: number, json: object) => ({
  status,
  json,
  headers: { 'x-supabase-api-version': '2024-01-01' },
})

type LateForm = {
  what: string
  /** Opens a form and sends it. */
  send(page: Page, backend: TestBackend): Promise<void>
  /** The requests that are answered late, and the answer if it is not the server's. */
  address: string
  answer?: ReturnType<typeof answer>
  toast: [title: string, text?: string]
}

async function fillChangePassword(page: Page, backend: TestBackend): Promise<void> {
  const member = await createAccount(backend)
  await signInThroughDialog(page, member)
  await chooseAccountMenuEntry(page, 'Change password')
  const { dialog } = locateAccountDialog(page)
  await dialog.getByLabel('Current password').fill(member.password)
  await dialog.getByLabel('New password').fill(PASSWORD)
}

const FORMS: LateForm[] = [
  {
    what: 'the creation of an account',
    async send(page) {
      const { name, email, password, button } = await openSignInDialog(page)
      const visitor = createTestVisitor()
      await button('Create account').click()
      await name.fill(visitor.name)
      await email.fill(visitor.email)
      await password.fill(PASSWORD)
      await button('Create account').click()
    },
    address: '**/auth/v1/signup*',
    toast: ['Check your email', 'If this address is new to us'],
  },
  {
    what: 'the second mail of a confirmation',
    async send(page) {
      await page.route('**/auth/v1/token?grant_type=password', (route) =>
        route.fulfill(answer(400, { code: 'email_not_confirmed', message: 'Email not confirmed' })),
      )
      const { button } = await signInThroughDialog(page, { ...createTestVisitor(), password: PASSWORD })
      await button('Send the email again').click()
    },
    address: '**/auth/v1/resend*',
    toast: ['Check your email'],
  },
  {
    what: 'the refusal of a second mail',
    async send(page) {
      const { button } = await askForMail(page, createTestVisitor().email, 'code')
      await button('Send it again').click()
    },
    address: '**/auth/v1/otp*',
    answer: answer(429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }),
    toast: ['Check your email', 'That’s a lot of tries in a short time.'],
  },
  {
    what: 'a changed password',
    send: (page) => locateAccountDialog(page).button('Save the new password').click(),
    address: '**/auth/v1/user*',
    toast: ['Your new password is saved'],
  },
  {
    what: 'a refused password',
    send: (page) => locateAccountDialog(page).button('Save the new password').click(),
    address: '**/auth/v1/user*',
    answer: answer(422, { code: 'same_password', message: 'the same' }),
    toast: ['Change password'],
  },
  {
    what: 'the confirmation of a new address',
    async send(page) {
      await page.goto(`/#confirm?token_hash=${TOKEN}&type=email_change`)
      await locateAccountDialog(page).button('Confirm').click()
    },
    address: '**/auth/v1/verify*',
    answer: answer(200, { msg: 'Confirmation link accepted.', code: 200 }),
    toast: ['Almost there'],
  },
]

for (const { what, send, address, toast, ...late } of FORMS)
  test(`when ${what} is answered after the account dialog was closed, a toast says so, and the dialog stays closed, or keeps what is typed meanwhile`, {
    tag: what === FORMS[0]?.what ? [] : '@rehearsal',
  }, async ({ page, backend, announce }) => {
    const isPassword = what.endsWith('password')
    if (isPassword) await fillChangePassword(page, backend)
    if (what.includes('second mail')) announce.trouble(/status of 4\d\d/)
    if (what.startsWith('a refused')) announce.trouble(/status of 422/)
    const isFirst = what.startsWith('the refusal') // the first mail is sent
    let asked = 0
    const answered = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      if (isFirst && asked++ === 0) return route.continue()
      begun.resolve()
      await answered.promise
      return late.answer ? route.fulfill(late.answer) : route.continue()
    })
    await send(page, backend)
    await begun.promise
    const { dialog, button } = locateAccountDialog(page)
    await button('Close').click()
    await expect(dialog).toBeHidden()
    const next = dialog.getByLabel('New password')
    if (isPassword) {
      await page.waitForTimeout(CLEARED_MS)
      await chooseAccountMenuEntry(page, 'Change password')
      await next.fill('half typed')
    }
    answered.resolve()
    await expect(locateToast(page, toast[0])).toContainText(toast[1] ?? '')
    await page.waitForTimeout(CLEARED_MS)
    if (!isPassword) return expect(dialog).toBeHidden()
    await expect(next).toHaveValue('half typed')
    await expect(next).not.toHaveAttribute('aria-invalid')
  })

test('a double-click on “Send it again” sends one request, and when a mail request completes after the return to the sign-in form, a toast is shown and the typed password stays', async ({
  page,
}) => {
  await page.route('**/auth/v1/otp*', (route) => route.fulfill({ json: {} }))
  const { dialog, password, button } = await askForMail(page, createTestVisitor().email, 'code')
  let asked = 0
  const again = await delayRequests(page, '**/auth/v1/otp*', (route) => {
    asked += 1
    return route.fulfill({ json: {} })
  })
  await button('Send it again').dblclick()
  again.release()
  await expect(dialog.getByRole('status').filter({ hasText: 'Sent again.' })).toBeVisible()
  expect(asked).toBe(1)

  await page.reload()
  await openSignInDialog(page)
  const asking = await delayRequests(page, '**/auth/v1/otp*')
  await button('Email me a code').click()
  await locateAccountDialog(page).email.fill(createTestVisitor().email)
  await button('Send the code').click()
  await asking.begun
  await button('Back to sign in').click()
  await password.fill(PASSWORD)
  asking.release()
  await expect(locateToast(page, 'Check your email')).toContainText('An email with a code and a link is on its way.')
  await expect(dialog).toHaveAccessibleName('Sign in')
  await expect(password).toHaveValue(PASSWORD)
})

test('when the dialog for a password-recovery link fails to load, the next press on “Sign in” opens that dialog; a newer link after a rejected one has a button again', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  announce.trouble(/status of 403/)
  const chunks = /\/assets\/dialog[^/]*\.js$/
  await page.route(chunks, (route) => route.abort('failed'))
  await page.goto(`/#confirm?token_hash=${TOKEN}&type=recovery`)
  await expect(page.locator('.toast').filter({ hasText: 'The form didn’t load' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.unroute(chunks)
  await pressSignInButton(page)
  const { dialog, button } = locateAccountDialog(page)
  await expect(dialog).toHaveAccessibleName('Choose a new password')
  await page.route('**/auth/v1/verify*', (route) =>
    route.fulfill(answer(403, { code: 'otp_expired', message: 'expired' })),
  )
  await button('Continue').click()
  await expect(button('Continue')).toBeHidden()
  await page.evaluate((token) => {
    location.hash = `#confirm?token_hash=${token}&type=signup`
  }, 'b'.repeat(56))
  await expect(button('Confirm')).toBeVisible()
  await button('Close').click()
  await expect(dialog).toBeHidden()
  await page.waitForTimeout(CLEARED_MS)
  await openSignInDialog(page)
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
