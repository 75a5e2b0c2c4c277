import type { Page } from '@playwright/test'
import { brand, escapeRegExp } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { expectAccessible } from './accessible.ts'
import {
  type AccountHolder,
  askForMail,
  chooseAccountMenuEntry,
  createAccount,
  generateTotpCode,
  locateAccountButton,
  locateAccountDialog,
  openSignInDialog,
  pressSignInButton,
  signInThroughDialog,
  waitForAuthMail,
} from './account-dialog.ts'
import { delayRequests } from './delay-requests.ts'
import { locateToast } from './signup-dialog.ts'

/** Adds an authenticator app from the account menu and returns its secret. */
async function addApp(page: Page): Promise<string> {
  await chooseAccountMenuEntry(page, /^Authenticator app/)
  const { dialog, code, button } = locateAccountDialog(page)
  await button('Set up an app').click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = ((await dialog.locator('.font-mono').textContent()) ?? '').replaceAll(' ', '')
  await code.fill(generateTotpCode(secret))
  await button('Turn it on').click()
  await expect(locateToast(page, 'Your second step is on')).toBeVisible()
  await button('Close').click()
  return secret
}

/** Signs out and signs in again with the password, up to the point where the dialog asks for the second factor. */
async function signInAgain(page: Page, member: AccountHolder) {
  await chooseAccountMenuEntry(page, 'Sign out')
  const opened = await signInThroughDialog(page, member)
  await expect(opened.dialog).toHaveAccessibleName('One more step')
  return opened
}

test('setting up an authenticator app shows a QR code and a secret, rejects a wrong code and accepts a valid one; then the password alone signs nobody in, and “Use another account” removes the aal1 session', {
  tag: '@R7.32',
}, async ({ page, backend, announce }) => {
  announce.trouble(/status of 422/)
  const member = await createAccount(backend)
  const { dialog, code, button } = await signInThroughDialog(page, member)
  await locateAccountButton(page).click()
  await expect(page.locator('#account-menu')).toContainText('Authenticator appOff')
  await page.keyboard.press('Escape')
  await chooseAccountMenuEntry(page, /^Authenticator app/)
  await expect(dialog).toHaveAccessibleName('Authenticator app')
  await button('Set up an app').click()
  const picture = dialog.getByRole('img', { name: 'QR code for the authenticator app' })
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(20)
  const link = dialog.getByRole('link', { name: 'Open it in an app on this device' })
  await expect(link).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/${escapeRegExp(encodeURIComponent(brand.name))}`),
  )

  await code.fill('000000')
  await button('Turn it on').click()
  await expect(code).toHaveAccessibleDescription(/That code isn’t right/)
  await expect(code).toHaveValue('000000')
  const secret = ((await dialog.locator('.font-mono').textContent()) ?? '').replaceAll(' ', '')
  await code.fill(generateTotpCode(secret))
  await button('Turn it on').click()
  await expect(locateToast(page, 'Your second step is on')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('Authenticator app')
  await expectAccessible(page)
  await button('Close').click()
  await locateAccountButton(page).click()
  await expect(page.locator('#account-menu')).toContainText('Authenticator appOn')
  await page.keyboard.press('Escape')

  const { email, password } = await signInAgain(page, member)
  await button('Use another account').click()
  await expect(dialog).toHaveAccessibleName('Sign in')
  await expect(dialog).not.toContainText('not signed in')
  expect(await page.evaluate(() => localStorage.getItem('site-session'))).toBeNull()
  await email.fill(member.email)
  await password.fill(member.password)
  await button('Sign in').click()
  await expect(dialog).toHaveAccessibleName('One more step')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('000000')
  await button('Confirm').click()
  await expect(code).toHaveAccessibleDescription(/That code isn’t right/)

  await button('Close').click()
  await expect(locateAccountButton(page)).toHaveCount(0)
  await expect(page.locator('header').getByRole('button', { name: 'Get Started' })).toBeVisible()
  // Waits until closing the dialog has navigated back in the history: that pending navigation would cancel the reload.
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('account')
  await page.reload()
  await expect(page.locator('header').getByRole('button', { name: 'Get Started' })).toBeVisible()
  await expect(locateAccountButton(page)).toHaveCount(0)

  await pressSignInButton(page)
  await expect(dialog).toHaveAccessibleName('One more step')
  await code.fill(generateTotpCode(secret, 1))
  await button('Confirm').click()
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`)
  await page.reload()
  await expect(locateAccountButton(page)).toBeVisible()
})

test('password recovery with an authenticator app asks for a TOTP code first; removing the app asks for confirmation, and succeeds even if the retried DELETE request gets 404', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 404/)
  const member = await createAccount(backend)
  await signInThroughDialog(page, member)
  const secret = await addApp(page)
  await chooseAccountMenuEntry(page, 'Sign out')
  const { dialog, code, password, button } = await askForMail(page, member.email, 'new password')
  const count = 2 // one mail about the new authenticator app, one for the password reset
  await code.fill((await waitForAuthMail(backend, member.email, count)).code)
  await button('Confirm').click()
  await expect(dialog).toHaveAccessibleName('One more step')
  await code.fill(generateTotpCode(secret, 1))
  await button('Confirm').click()
  await expect(dialog).toHaveAccessibleName('Your new password')
  await password.fill('found again with both')
  await button('Save the new password').click()
  await expect(locateToast(page, 'Your new password is saved')).toBeVisible()

  // A browser repeats a DELETE request automatically when the connection closes before the response. The mocked route simulates
  // that by sending the request to the server twice.
  const removing = await delayRequests(page, '**/auth/v1/factors/*', async (route) => {
    if (route.request().method() === 'DELETE') expect((await route.fetch()).status()).toBe(200)
    await route.continue()
  })
  await chooseAccountMenuEntry(page, /^Authenticator app/)
  const remove = button('Remove: Authenticator app')
  await remove.click()
  await expect(button('Keep it')).toBeFocused()
  await button('Keep it').click()
  await remove.click()
  await expectAccessible(page)
  await button('Yes, remove it').click()
  await removing.begun
  await expect(button('Keep it'), 'while the removal is pending').toHaveAttribute('aria-disabled', 'true')
  await button('Keep it').dispatchEvent('click')
  await expect(button('Removing...')).toBeVisible()
  removing.release()
  await expect(locateToast(page, 'The app is removed')).toBeVisible()
  await expect(button('Set up an app')).toBeVisible()
  await button('Close').click()
  await chooseAccountMenuEntry(page, 'Sign out')
  await signInThroughDialog(page, { ...member, password: 'found again with both' })
  await expect(dialog).toBeHidden()
  await expect(locateAccountButton(page)).toBeVisible()
})

/** Adds a virtual authenticator that confirms every WebAuthn request. */
async function plugIn(page: Page, transport: 'internal' | 'usb') {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Enrols the security key as the account's second factor, as a client other than the site may do: the site has no view for enrolment. */
async function enrolKey(page: Page, backend: TestBackend) {
  await page.evaluate(async (apikey) => {
    const { access_token } = JSON.parse(localStorage.getItem('site-session') ?? '')
    const call = async (path: string, body: object) => {
      const headers = { apikey, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      const answer = await fetch(`/auth/v1/factors${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(await answer.text())
      return await answer.json()
    }
    const { id } = await call('', { factor_type: 'webauthn', friendly_name: 'Key' })
    const challenge = await call(`/${id}/challenge`, { webauthn: { rpId: 'localhost', rpOrigins: [location.origin] } })
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(challenge.webauthn.credential_options.publicKey)
    const credential = await navigator.credentials.create({ publicKey })
    if (!(credential instanceof PublicKeyCredential)) throw new Error('There is no credential.')
    const webauthn = {
      rpId: 'localhost',
      rpOrigins: [location.origin],
      type: 'create',
      credential_response: credential.toJSON(),
    }
    await call(`/${id}/verify`, { challenge_id: challenge.id, webauthn })
  }, backend.publishableKey)
}

test('an account with a security key as second factor asks for the key, not for a code', async ({ page, backend }) => {
  await plugIn(page, 'usb')
  const member = await createAccount(backend)
  await signInThroughDialog(page, member)
  await expect(locateAccountButton(page)).toBeVisible()
  await enrolKey(page, backend)
  const { code, button } = await signInAgain(page, member)
  await expect(code).toHaveCount(0)
  await button('Use your security key').click()
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`)
})

test('a passkey can be added in the account dialog, whose list loads again after a 500 response, used to sign in, and removed again', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 500/)
  await plugIn(page, 'internal')
  const member = await createAccount(backend)
  const { dialog, button } = await signInThroughDialog(page, member)
  const list = /\/auth\/v1\/passkeys/
  await page.route(list, (route) => route.fulfill({ status: 500, json: { code: 500, msg: 'Away' } }))
  await chooseAccountMenuEntry(page, 'Passkeys')
  await expect(dialog).toHaveAccessibleName('Passkeys')
  await expect(button('Try again')).toBeVisible()
  await expect(button('Add a passkey')).toBeHidden()
  await page.unroute(list)
  await button('Try again').click()
  await button('Add a passkey').click()
  await expect(locateToast(page, 'The passkey is added')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await button('Close').click()

  await chooseAccountMenuEntry(page, 'Sign out')
  await openSignInDialog(page)
  await button('Sign in with a passkey').click()
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${member.name}`)

  await chooseAccountMenuEntry(page, 'Passkeys')
  await dialog.getByRole('button', { name: /^Remove: / }).click()
  await button('Yes, remove it').click()
  await expect(locateToast(page, 'The passkey is removed')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
})
