import { expect } from '@playwright/test'
import { openContactDialogHere } from '../contact-dialog.ts'
import { INSERT, mockSignupError, openSignupDialogHere, toast } from '../signup-dialog.ts'
import type { SiteState } from './site-state.ts'

const person = { name: 'Mara Lind', email: 'mara.lind@example.com' }
const letter = { ...person, message: 'Does it read the photos of an old camera?' }
const CONTACT = '**/functions/v1/send-contact-email'

/** The sign-up and contact dialogs in every state from empty to sent. */
export const formStates: readonly SiteState[] = [
  { name: 'signup', route: '/', reach: openSignupDialogHere },
  {
    name: 'signup-faults',
    route: '/',
    async reach(page) {
      const { submit, dialog } = await openSignupDialogHere(page)
      await submit.click()
      await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(2)
    },
  },
  {
    name: 'signup-slip-in-address',
    route: '/',
    async reach(page) {
      const { name, email, dialog } = await openSignupDialogHere(page)
      await email.fill('mara@gmial.com')
      await name.fill('Mara Lind')
      await expect(dialog.getByText('Did you mean')).toBeVisible()
    },
  },
  {
    name: 'signup-sending',
    route: '/',
    prepare: (page) => page.route(INSERT, () => new Promise(() => {})),
    async reach(page) {
      const { signUp, submit } = await openSignupDialogHere(page)
      await signUp(person)
      await expect(submit).toHaveText('Processing...')
    },
  },
  {
    name: 'signup-failed',
    route: '/',
    expectedError: /status of 500/,
    prepare: (page) => mockSignupError(page, 500, { code: 'XX000', message: 'no' }),
    async reach(page) {
      const { signUp } = await openSignupDialogHere(page)
      await signUp(person)
      await expect(toast(page, 'Signup Failed')).toBeVisible()
    },
  },
  {
    name: 'signup-screened',
    route: '/',
    async reach(page) {
      const { signUp } = await openSignupDialogHere(page)
      await signUp({ name: 'Robotina Fakerson', email: 'robotina@example.com' })
      await expect(toast(page, 'Security Check Failed')).toBeVisible()
    },
  },
  {
    name: 'signup-registered-already',
    route: '/',
    expectedError: /status of 409/,
    prepare: (page) => mockSignupError(page, 409, { code: '23505', message: 'duplicate' }),
    async reach(page) {
      const { signUp } = await openSignupDialogHere(page)
      await signUp(person)
      await expect(toast(page, 'Email Already Registered')).toBeVisible()
    },
  },
  { name: 'contact', route: '/', reach: openContactDialogHere },
  {
    name: 'contact-faults',
    route: '/',
    async reach(page) {
      const { send, dialog } = await openContactDialogHere(page)
      await send.click()
      await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(3)
    },
  },
  {
    name: 'contact-sending',
    route: '/',
    prepare: (page) => page.route(CONTACT, () => new Promise(() => {})),
    async reach(page) {
      const { write, send } = await openContactDialogHere(page)
      await write(letter)
      await expect(send).toHaveText('Sending...')
    },
  },
  {
    name: 'contact-failed',
    route: '/',
    prepare: (page) => page.route(CONTACT, (route) => route.fulfill({ json: { success: false } })),
    async reach(page) {
      const { write } = await openContactDialogHere(page)
      await write(letter)
      await expect(toast(page, 'Error')).toBeVisible()
    },
  },
  {
    name: 'contact-sent',
    route: '/',
    prepare: (page) => page.route(CONTACT, (route) => route.fulfill({ json: { success: true } })),
    async reach(page) {
      const { write, dialog } = await openContactDialogHere(page)
      await write(letter)
      await expect(dialog.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
    },
  },
]
