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

/** Returns the state in which the opened sign-up dialog shows a toast, because the sign-up was rejected with this status and error code. */
function createRefusedSignup(name: string, status: number, code: string, title: string): SiteState {
  return {
    name,
    route: '/',
    expectedError: new RegExp(`status of ${status}`),
    prepare: (page) => mockSignupError(page, status, { code, message: 'no' }),
    async reach(page) {
      await locateSignupDialog(page).signUp(person)
      await expect(locateToast(page, title)).toBeVisible()
    },
  }
}

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
    createRefusedSignup('signup-failed', 500, 'XX000', 'Signup Failed'),
    createRefusedSignup('signup-registered-already', 409, '23505', 'Email Already Registered'),
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
