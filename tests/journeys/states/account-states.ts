import { expect, type Page } from '@playwright/test'
import type { Session } from '@supabase/supabase-js'
import {
  chooseAccountMenuEntry,
  locateAccountButton,
  locateAccountDialog,
  openSignInDialog,
  pressSignInButton,
} from '../account-dialog.ts'
import { locateToast } from '../signup-dialog.ts'
import { inSequence, type SiteState } from './site-state.ts'

const EMAIL = 'mara.lind@example.com'
const LINK = `/#confirm?token_hash=${'0f1e2d3c'.repeat(7)}`

/** Stores a session in local storage, where supabase-js reads it, as after a sign-in on an earlier visit. */
async function storeSession(page: Page, session: Session): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('site-session', text), JSON.stringify(session))
}

async function openFromMenu(page: Page, entry: string | RegExp, title: string): Promise<void> {
  await chooseAccountMenuEntry(page, entry)
  await expect(locateAccountDialog(page).dialog).toHaveAccessibleName(title)
}

/** The states of the account dialog (one for each view in account-view.ts), the account menu and the toasts about accounts. */
export const accountStates: readonly SiteState[] = [
  ...inSequence(
    { name: 'account-sign-in', route: '/terms', reach: openSignInDialog },
    {
      name: 'account-sign-up',
      route: '/terms',
      async reach(page) {
        const { button, name } = locateAccountDialog(page)
        await button('Create account').click()
        await expect(name).toBeVisible()
      },
    },
    {
      name: 'account-sign-up-faults',
      route: '/terms',
      async reach(page) {
        const { button, dialog } = locateAccountDialog(page)
        await button('Create account').click()
        await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
      },
    },
  ),
  ...inSequence(
    {
      name: 'account-magic-code',
      route: '/terms',
      async reach(page) {
        const { button } = await openSignInDialog(page)
        await button('Email me a code').click()
        await expect(button('Send the code')).toBeVisible()
      },
    },
    {
      name: 'account-check-mail',
      route: '/terms',
      prepare: (page) => page.route('**/auth/v1/otp*', (route) => route.fulfill({ json: {} })),
      async reach(page) {
        const { button, email, code } = locateAccountDialog(page)
        await email.fill(EMAIL)
        await button('Send the code').click()
        await expect(code).toBeVisible()
      },
    },
  ),
  {
    name: 'account-sign-in-refused',
    route: '/terms',
    expectedError: /status of 400/,
    async reach(page) {
      const { email, password, button, dialog } = await openSignInDialog(page)
      await email.fill(EMAIL)
      await password.fill('not the right one')
      await button('Sign in').click()
      await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'account-forgotten-password',
    route: '/terms',
    async reach(page) {
      const { button } = await openSignInDialog(page)
      await button('Forgot your password?').click()
      await expect(button('Send the email')).toBeVisible()
    },
  },
  {
    name: 'account-confirm-link',
    route: '/',
    address: `${LINK}&type=signup`,
    reach: (page) => expect(locateAccountDialog(page).button('Confirm')).toBeVisible(),
  },
  {
    name: 'account-confirm-link-old',
    route: '/',
    address: `${LINK}&type=recovery`,
    expectedError: /status of 403/,
    async reach(page) {
      const { button, dialog } = locateAccountDialog(page)
      await button('Continue').click()
      await expect(dialog.getByRole('alert').first()).not.toBeEmpty()
    },
  },
  {
    name: 'account-confirm-link-incomplete',
    route: '/',
    address: `${LINK.slice(0, -1)}&type=recovery`,
    reach: (page) => expect(locateAccountDialog(page).button('Choose a new password')).toBeVisible(),
  },
  {
    name: 'account-other-mailbox',
    route: '/',
    address: `${LINK}&type=email_change`,
    prepare: (page) => page.route('**/auth/v1/verify*', (route) => route.fulfill({ json: { msg: 'One more' } })),
    async reach(page) {
      const { button, dialog } = locateAccountDialog(page)
      await button('Confirm').click()
      await expect(dialog).toHaveAccessibleName('Almost there')
    },
  },
  {
    name: 'account-new-password',
    route: '/',
    address: `${LINK}&type=recovery`,
    async prepare(page, world) {
      const { session } = await world.member()
      await page.route('**/auth/v1/verify*', (route) => route.fulfill({ json: session }))
    },
    async reach(page) {
      const { button, dialog } = locateAccountDialog(page)
      await button('Continue').click()
      await expect(dialog).toHaveAccessibleName('Your new password')
    },
  },
  {
    name: 'account-second-factor',
    route: '/terms',
    prepare: async (page, world) => storeSession(page, (await world.aal1Member()).session),
    async reach(page) {
      await pressSignInButton(page)
      await expect(locateAccountDialog(page).dialog).toHaveAccessibleName('One more step')
    },
  },
  {
    name: 'account-menu',
    route: '/terms',
    subject: 'header',
    prepare: async (page, world) => storeSession(page, (await world.member()).session),
    async reach(page) {
      await locateAccountButton(page).click()
      await expect(page.locator('#account-menu')).toContainText('Passkeys')
    },
  },
  {
    name: 'account-authenticator',
    route: '/terms',
    prepare: async (page, world) => storeSession(page, (await world.member()).session),
    async reach(page) {
      await openFromMenu(page, /^Authenticator app/, 'Authenticator app')
      await locateAccountDialog(page).button('Set up an app').click()
      await expect(locateAccountDialog(page).dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
    },
  },
  {
    name: 'account-passkeys',
    route: '/terms',
    prepare: async (page, world) => storeSession(page, (await world.member()).session),
    reach: (page) => openFromMenu(page, 'Passkeys', 'Passkeys'),
  },
  {
    name: 'account-change-password',
    route: '/terms',
    prepare: async (page, world) => storeSession(page, (await world.member()).session),
    reach: (page) => openFromMenu(page, 'Change password', 'Change password'),
  },
  {
    name: 'account-signed-out-toast',
    route: '/download',
    subject: '.toast-region',
    prepare: async (page, world) => {
      const { session } = await world.member()
      await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 204 }))
      await storeSession(page, session)
    },
    async reach(page) {
      await chooseAccountMenuEntry(page, 'Sign out')
      await expect(locateToast(page, 'You’re signed out')).toBeVisible()
    },
  },
]
