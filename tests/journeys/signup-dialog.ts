import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { brand } from '../support/brand.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { clickAfterHydration } from './open-page.ts'

/** Locators and actions of the sign-up dialog. */
export type SignupDialog = {
  dialog: Locator
  name: Locator
  email: Locator
  submit: Locator
  close: Locator
  /** Fills in name and email address and submits the form. */
  signUp(person: TestVisitor): Promise<void>
}

/** Opens the sign-up dialog from the free-access section of the home page. */
export async function openSignupDialog(page: Page): Promise<SignupDialog> {
  await page.goto('/')
  return openSignupDialogOnPage(page)
}

/** Opens the sign-up dialog from the free-access section of the current page. */
export async function openSignupDialogOnPage(page: Page): Promise<SignupDialog> {
  await clickAfterHydration(page.locator('#free-access').getByRole('button', { name: 'Download App' }))
  const opened = locateSignupDialog(page)
  await expect(opened.dialog).toBeVisible()
  return opened
}

/** Returns the locators and actions of the sign-up dialog. */
export function locateSignupDialog(page: Page): SignupDialog {
  const dialog = page.getByRole('dialog', { name: `Download ${brand.name}` })
  const name = dialog.getByLabel('Full Name')
  const email = dialog.getByLabel('Email Address')
  const submit = dialog.getByRole('button', { name: /Download App|Processing/ })
  return {
    dialog,
    name,
    email,
    submit,
    close: dialog.getByRole('button', { name: 'Close', exact: true }),
    async signUp(person) {
      await name.fill(person.name)
      await email.fill(person.email)
      await submit.click()
    },
  }
}

/** Returns the locator of the toast with this title. */
export function locateToast(page: Page, title: string): Locator {
  return page.locator('.toast').filter({ has: page.getByText(title, { exact: true }) })
}

/** The URL pattern of sign-up requests. */
export const SIGNUP_REQUEST_PATTERN = '**/rest/v1/early_access_users*'

/** Responds to sign-up requests with an error in PostgREST's format. Returns an object that counts the requests. */
export async function mockSignupError(page: Page, status: number, error: { code: string; message: string }) {
  const seen = { count: 0 }
  await page.route(SIGNUP_REQUEST_PATTERN, (route: Route) => {
    seen.count += 1
    return route.fulfill({ status, json: { details: null, hint: null, ...error } })
  })
  return seen
}
