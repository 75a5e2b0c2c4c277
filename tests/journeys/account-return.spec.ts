import type { Page } from '@playwright/test'
import type { Session } from '@supabase/supabase-js'
import { expect, test } from '../support/journey.ts'
import type { TestBackend } from '../support/start-backend.ts'
import {
  type AccountHolder,
  askForMail,
  chooseAccountMenuEntry,
  createAccount,
  generateTotpCode,
  locateAccountButton,
  locateAccountDialog,
  openSignInDialog,
  waitForAuthMail,
} from './account-dialog.ts'

const SETTINGS = '**/auth/v1/settings'
const CODE = '0f1e2d3c-4b5a-4697-8877-665544332211'

/**
 * Mocks Google and the endpoints of the auth service that communicate with Google. The tests in tests/rules use a real OpenID
 * provider.
 */
async function offerGoogle(page: Page, backTo: string) {
  await page.route(SETTINGS, (route) => route.fulfill({ json: { external: { google: true } } }))
  const asked: URL[] = []
  await page.route('**/auth/v1/authorize*', (route) => {
    asked.push(new URL(route.request().url()))
    return route.fulfill({ status: 302, headers: { location: backTo } })
  })
  return asked
}

/** Responds to the PKCE code exchange with a session that the auth service issued for a password sign-in. */
async function exchangeFor(page: Page, session: Session | null) {
  const sent: unknown[] = []
  await page.route('**/auth/v1/token?grant_type=pkce', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: session })
  })
  return sent
}

async function sessionOf(backend: TestBackend, member: AccountHolder): Promise<Session | null> {
  const { data } = await backend.client().auth.signInWithPassword(member)
  return data.session
}

test('a canceled Google sign-in shows a sentence of ours, the next one sends a PKCE challenge and signs in, and an account with a TOTP factor is asked for a code first', {
  tag: ['@R1.8', '@R7.14'],
}, async ({ page, backend }) => {
  const query = 'error=access_denied&error_description=Words+of+somebody+else'
  await offerGoogle(page, `/?${query}#${query}&sb=`)
  const { dialog, code, button } = await openSignInDialog(page)
  await button('Continue with Google').click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Signing in with Google was canceled.' })).toBeVisible()
  await expect(dialog).not.toContainText('Words of somebody else')
  await expect(page).toHaveURL(/\/$/)

  const member = await createAccount(backend)
  const asked = await offerGoogle(page, `/?code=${CODE}`)
  const sent = await exchangeFor(page, await sessionOf(backend, member))
  await button('Continue with Google').click()
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`)
  await expect(page).toHaveURL(/\/$/)
  const parameters = Object.fromEntries(asked[0]?.searchParams ?? [])
  expect(parameters).toMatchObject({ provider: 'google', redirect_to: backend.url, code_challenge_method: 's256' })
  expect(sent).toMatchObject([{ auth_code: CODE, code_verifier: expect.stringMatching(/^.{43,128}$/) }])
  await chooseAccountMenuEntry(page, 'Sign out')

  const { auth } = backend.client()
  await auth.signInWithPassword(member)
  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' })
  if (factor?.type !== 'totp') throw new Error('There is no factor.')
  await auth.mfa.challengeAndVerify({ factorId: factor.id, code: generateTotpCode(factor.totp.secret) })
  await exchangeFor(page, await sessionOf(backend, member))
  await openSignInDialog(page)
  await button('Continue with Google').click()
  await expect(dialog).toHaveAccessibleName('One more step')
  await code.fill(generateTotpCode(factor.totp.secret, 1))
  await button('Confirm').click()
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`)
})

const UNFINISHED = 'Signing in didn’t quite finish.'

test('a redirect without a sign-in creates no session, and the dialog says what happened; a ?code= parameter that is no auth code stays', {
  tag: '@R5.32',
}, async ({ page, backend }) => {
  for (const [what, address, text] of [
    ['a code started in another browser', `/?code=${CODE}`, UNFINISHED],
    ['tokens', '/#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer', UNFINISHED],
    ['an error', '/?error=server_error&error_code=unexpected_failure&error_description=x', UNFINISHED],
    ['an invalid recovery token', verifyAddress(backend, 'a'.repeat(56)), 'This link has already been used'],
  ] as const) {
    await test.step(what, async () => {
      await page.goto('about:blank')
      await page.goto(address)
      const { dialog } = locateAccountDialog(page)
      await expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
      await expect(page).toHaveURL(/\/$/)
      expect(await page.evaluate(() => localStorage.getItem('site-session'))).toBeNull()
    })
  }
  await page.goto('/?code=SUMMER')
  await expect(page.locator('header').getByRole('button', { name: 'Get Started' })).toBeVisible()
  await page.waitForTimeout(500)
  await expect(locateAccountDialog(page).dialog).toHaveCount(0)
  await expect(page).toHaveURL(/code=SUMMER$/)
})

/** Returns the URL of GoTrue's mailed recovery links, which redirects to the site. */
function verifyAddress({ url }: TestBackend, token: string): string {
  return `/auth/v1/verify?type=recovery&token=${token}&redirect_to=${url}`
}

test('a recovery link to GET /auth/v1/verify redirects to the form for a new password', async ({ page, backend }) => {
  const member = await createAccount(backend)
  await askForMail(page, member.email, 'new password')
  const { link } = await waitForAuthMail(backend, member.email)
  const token = new URLSearchParams(new URL(link).hash.replace('#confirm?', '')).get('token_hash') ?? ''
  await page.goto(verifyAddress(backend, token))
  const { dialog, password, button } = locateAccountDialog(page)
  await expect(dialog).toHaveAccessibleName('Your new password')
  await password.fill('by the long way round')
  await button('Save the new password').click()
  await expect(locateAccountButton(page)).toBeVisible()
})

test('when the script that ends a sign-in fails to load, nothing else breaks, and a reload ends it', async ({
  page,
  announce,
}) => {
  announce.trouble(/Failed to load resource/)
  let aborted = 0
  await page.route('**/assets/finish-sign-in-return-*', (route) => (aborted++ === 0 ? route.abort() : route.continue()))
  await page.goto('/?error=access_denied&error_description=x')
  await expect.poll(() => aborted).toBe(1)
  await expect(page).toHaveURL(/error=access_denied/)
  await page.reload()
  const { dialog } = locateAccountDialog(page)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Signing in with Google was canceled.' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})
