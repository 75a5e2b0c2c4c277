import { expect } from '@playwright/test'
import { locateContactDialog, openContactDialogOnPage } from '../contact-dialog.ts'
import {
  locateSignupDialog,
  locateToast,
  mockSignupError,
  openSignupDialogOnPage,
  SIGNUP_REQUEST_PATTERN,
} from '../signup-dialog.ts'
import { inSequence, type SiteState } from './site-state.ts'

const person = { name: 'Mara Lind', email: 'mara.lind@example.com' }
const letter = { ...person, message: 'Does it read the photos of an old camera?' }
const CONTACT = '**/functions/v1/send-contact-email'

/** The sign-up and contact dialogs in every state from empty to sent. */
export const formStates: readonly SiteState[] = [
  ...inSequence(
    { name: 'signup', route: '/', reach: openSignupDialogOnPage },
    {
      name: 'signup-faults',
      route: '/',
      async reach(page) {
        const { submit, dialog } = locateSignupDialog(page)
        await submit.click()
        await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(2)
      },
    },
  ),
  {
    name: 'signup-slip-in-address',
    route: '/',
    async reach(page) {
      const { name, email, dialog } = await openSignupDialogOnPage(page)
      await email.fill('mara@gmial.com')
      await name.fill('Mara Lind')
      await expect(dialog.getByText('Did you mean')).toBeVisible()
    },
  },
  ...inSequence(
    {
      name: 'signup-screened',
      route: '/',
      async reach(page) {
        const { signUp } = await openSignupDialogOnPage(page)
        await signUp({ name: 'Robotina Fake', email: 'robotina@example.com' })
        await expect(locateToast(page, 'Security Check Failed')).toBeVisible()
      },
    },
    {
      name: 'signup-failed',
      route: '/',
      expectedError: /status of 500/,
      prepare: (page) => mockSignupError(page, 500, { code: 'XX000', message: 'no' }),
      async reach(page) {
        const { signUp } = locateSignupDialog(page)
        await signUp(person)
        await expect(locateToast(page, 'Signup Failed')).toBeVisible()
      },
    },
    {
      name: 'signup-registered-already',
      route: '/',
      expectedError: /status of 409/,
      prepare: (page) => mockSignupError(page, 409, { code: '23505', message: 'duplicate' }),
      async reach(page) {
        const { signUp } = locateSignupDialog(page)
        await signUp(person)
        await expect(locateToast(page, 'Email Already Registered')).toBeVisible()
      },
    },
    {
      name: 'signup-sending',
      route: '/',
      prepare: (page) => page.route(SIGNUP_REQUEST_PATTERN, () => new Promise(() => {})),
      async reach(page) {
        const { signUp, submit } = await openSignupDialogOnPage(page)
        await signUp(person)
        await expect(submit).toHaveText('Processing...')
      },
    },
  ),
  ...inSequence(
    { name: 'contact', route: '/', reach: openContactDialogOnPage },
    {
      name: 'contact-faults',
      route: '/',
      async reach(page) {
        const { send, dialog } = locateContactDialog(page)
        await send.click()
        await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(3)
      },
    },
  ),
  ...inSequence(
    {
      name: 'contact-failed',
      route: '/',
      prepare: (page) => page.route(CONTACT, (route) => route.fulfill({ json: { success: false } })),
      async reach(page) {
        const { write } = await openContactDialogOnPage(page)
        await write(letter)
        await expect(locateToast(page, 'Error')).toBeVisible()
      },
    },
    {
      name: 'contact-sent',
      route: '/',
      prepare: (page) => page.route(CONTACT, (route) => route.fulfill({ json: { success: true } })),
      async reach(page) {
        const { write, dialog } = locateContactDialog(page)
        await write(letter)
        await expect(dialog.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
      },
    },
  ),
  {
    name: 'contact-sending',
    route: '/',
    prepare: (page) => page.route(CONTACT, () => new Promise(() => {})),
    async reach(page) {
      const { write, send } = await openContactDialogOnPage(page)
      await write(letter)
      await expect(send).toHaveText('Sending...')
    },
  },
]
