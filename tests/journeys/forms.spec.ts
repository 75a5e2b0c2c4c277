// Every form of the dialogs, in the states of states.ts: what fills it in without an event, and what throws while it is sent.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { accountStates } from './states/account-states.ts'
import { formStates } from './states/form-states.ts'
import { enterSiteState, type SiteState } from './states/site-state.ts'
import { getSiteStateAccounts } from './states/state-world.ts'

/** A value for each field name of the site's forms. */
const VALUES: Readonly<Record<string, string>> = {
  name: 'Mara Lind',
  email: 'mara.lind@guests.example.com',
  message: 'Does it read the photos of an old camera?',
  password: 'seven kind lanterns',
  current: 'nine quiet meadows',
  code: '314159',
}

/** The states in which a form is open and was not sent yet. */
const FORM_STATES = [
  'signup',
  'contact',
  'account-sign-in',
  'account-sign-up',
  'account-magic-code',
  'account-forgotten-password',
  'account-check-mail',
  'account-second-factor',
  'account-new-password',
  'account-authenticator',
  'account-change-password',
]

/** One form of each dialog, which `npm test` tries. */
const IN_EVERY_RUN = ['signup', 'contact', 'account-sign-in']

function findState(name: string): SiteState {
  const state = [...formStates, ...accountStates].find((each) => each.name === name)
  if (!state) throw new Error(`There is no state ${name}.`)
  return state
}

/** Sets the values of all fields as some password managers do: without an event. Returns the values. */
function fillSilently(form: Locator): Promise<string[]> {
  return form.evaluate((element, values) => {
    const filled: string[] = []
    for (const field of element.querySelectorAll<HTMLInputElement>('input:not([tabindex="-1"]), textarea')) {
      const value = values[field.name]
      if (value === undefined) throw new Error(`There is no value for the field ${field.name}.`)
      field.value = value
      filled.push(value)
    }
    return filled
  }, VALUES)
}

/** Makes `new FormData` throw until the returned function is called. */
async function breakFormData(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const whole = window.FormData
    const broken = function FormData() {
      throw new Error('Thrown by the test')
    }
    Object.assign(window, { FormData: broken, mendFormData: () => Object.assign(window, { FormData: whole }) })
  })
  return () => page.evaluate('mendFormData(); undefined')
}

for (const name of FORM_STATES) {
  const tag = IN_EVERY_RUN.includes(name) ? [] : '@rehearsal'
  test(`the form of the state ${name} shows an error when its submission throws, and then sends what was filled in without an event`, {
    tag,
  }, async ({ page, backend, announce }) => {
    announce.trouble(/Thrown by the test/)
    await enterSiteState(page, findState(name), getSiteStateAccounts(backend))
    const form = page.locator('dialog[open] form')
    const values = await fillSilently(form)
    const submit = form.locator('button[type=submit]')

    const mend = await breakFormData(page)
    await submit.click()
    await expect(page.locator('dialog[open] [role=alert]').filter({ hasText: /\w/ }).first()).toBeVisible()
    await expect(submit).not.toHaveAttribute('aria-busy', 'true')
    await mend()

    const sent = Promise.withResolvers<void>()
    await page.route(/\/(auth|rest|functions)\/v1\//, (route) => {
      const body = route.request().postData() ?? ''
      if (!values.every((value) => body.includes(value))) return route.continue()
      sent.resolve()
      return route.fulfill({ status: 204 })
    })
    await submit.click()
    await sent.promise
  })
}
