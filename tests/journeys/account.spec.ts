import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import {
  chooseAccountMenuEntry,
  createAccount,
  locateAccountButton,
  locateAccountDialog,
  openSignInDialog,
  signInThroughDialog,
  waitForAuthMail,
} from './account-dialog.ts'
import { locateToast } from './signup-dialog.ts'

const PASSWORD = 'swipe at breakfast'

/** Fills in and sends the form that creates an account, up to the view that says that a mail is on its way. */
async function signUp(page: Page, visitor: TestVisitor) {
  const opened = await openSignInDialog(page)
  const { button, name, email, password, dialog } = opened
  await button('Create account').click()
  await expect(dialog).toHaveAccessibleName('Create an account')
  await expect(name).toHaveAttribute('autocomplete', 'name')
  await expect(email).toHaveAttribute('autocomplete', 'email')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await name.fill(visitor.name)
  await email.fill(visitor.email)
  await password.fill(PASSWORD)
  await button('Create account').click()
  await expect(dialog).toHaveAccessibleName('Check your email')
  return opened
}

test('creating an account, confirming by mailed link in a second tab, which signs in both tabs, reloading and signing out work end to end', {
  tag: ['@R1.7', '@R4.26', '@R7.12', '@R7.15'],
}, async ({ page: waiting, context, backend }) => {
  const visitor = createTestVisitor()
  const { dialog } = await signUp(waiting, visitor)
  await expect(dialog).toContainText(visitor.email)

  const { link } = await waitForAuthMail(backend, visitor.email)
  const page = await context.newPage()
  await page.goto(link)
  const there = locateAccountDialog(page)
  await expect(there.dialog).toHaveAccessibleName('Confirm your address')
  await expect(page).toHaveURL(/\/$/) // the page has removed the token from its URL
  await there.button('Confirm').click()
  await expect(locateToast(page, 'Your address is confirmed')).toBeVisible()
  await expect(there.dialog).toBeHidden()
  await expect(locateAccountButton(page)).toHaveAccessibleName(`Account: ${visitor.name}`)
  await expect(page.getByRole('button', { name: 'Get Started' })).toHaveCount(0)
  await expect(dialog, 'the dialog that waits for the confirmation').toBeHidden()
  await expect(locateAccountButton(waiting)).toBeVisible()

  await locateAccountButton(page).click()
  const menu = page.locator('#account-menu')
  await expect(menu).toContainText(visitor.name)
  await expect(menu).toContainText(visitor.email)
  await expect(menu.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/download')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  await page.reload()
  await expect(locateAccountButton(page)).toBeVisible()
  await chooseAccountMenuEntry(page, 'Sign out')
  await expect(locateToast(page, 'You’re signed out')).toBeVisible()
  for (const tab of [page, waiting]) await expect(locateAccountButton(tab)).toHaveCount(0)
  await expect(page.locator('header').getByRole('button', { name: 'Get Started' })).toBeVisible()
})

test('creating an account shows the same view for a registered and an unregistered address, and the mailed code signs in', async ({
  page,
  backend,
}) => {
  const [member, visitor] = [await createAccount(backend), createTestVisitor()]
  const texts: (string | undefined)[] = []
  for (const person of [member, visitor]) {
    await page.goto('/terms')
    const { dialog } = await signUp(page, person)
    texts.push((await dialog.textContent())?.replace(person.email, '…'))
  }
  expect(texts[0]).toBe(texts[1])
  const { code, button } = locateAccountDialog(page)
  const mailed = await waitForAuthMail(backend, visitor.email)
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await code.fill(`${mailed.code.slice(0, 3)} ${mailed.code.slice(3)}`)
  await button('Confirm').click()
  await expect(locateToast(page, 'You’re signed in')).toBeVisible()
  await expect(locateAccountButton(page)).toBeVisible()
  // On a phone, the focus returns to the menu button, because the dialog was opened from the menu.
  await expect(page.locator('header :focus')).toHaveCount(1)
})

test('the entries of the navigation bar keep their position when the account button appears, and later pages never show “Get Started” or “Sign in”', {
  tag: ['@wide', '@R2.15', '@R6.2'],
}, async ({ page, backend }) => {
  const places = () =>
    page.locator('header nav > ul > li').evaluateAll((items) => items.map((item) => item.getBoundingClientRect().x))
  const member = await createAccount(backend)
  const { dialog, button } = await openSignInDialog(page)
  await expect(button('Sign in with a passkey')).toBeVisible() // which moves the button Close when it arrives
  await button('Close').click()
  await expect(dialog).toBeHidden()
  const before = await places()
  await signInThroughDialog(page, member)
  await expect(locateAccountButton(page)).toBeVisible()
  expect(await places()).toEqual(before)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      for (const control of document.querySelectorAll('header a, header button')) {
        if (control.checkVisibility({ visibilityProperty: true })) seen.push(control.textContent?.trim() ?? '')
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  for (const path of ['/', '/download', '/terms']) {
    await page.goto(path)
    await expect(locateAccountButton(page)).toBeVisible()
    const seen = await page.evaluate((): unknown => Object.getOwnPropertyDescriptor(window, 'seen')?.value)
    expect(seen).not.toContain('Get Started')
    expect(seen).not.toContain('Sign in')
  }
})

test('supabase-js is loaded only once text is entered in the sign-in dialog, and signing in or out in one tab signs the second tab in or out too', {
  tag: ['@R4.26', '@R7.15'],
}, async ({ page: here, context, backend }) => {
  const library: string[] = []
  here.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return
    if ((await response.text().catch(() => '')).includes('X-Client-Info')) library.push(response.url())
  })
  await here.goto('/terms') // the terms page shows no number of spots, which the home page loads through supabase-js
  await expect(here.locator('header').getByRole('button', { name: 'Get Started' })).toBeVisible()
  await here.waitForTimeout(500)
  expect(library).toEqual([])
  const { email, password, button } = await openSignInDialog(here)
  const member = await createAccount(backend)
  await email.fill(member.email)
  await expect.poll(() => library.length).toBe(1)

  const there = await context.newPage()
  await there.goto('/')
  await here.bringToFront()
  await password.fill(member.password)
  await button('Sign in').click()
  await expect(locateAccountButton(here)).toBeVisible()
  await expect(locateAccountButton(there)).toHaveAccessibleName(`Account: ${member.name}`)
  await chooseAccountMenuEntry(here, 'Sign out')
  for (const tab of [here, there]) await expect(locateAccountButton(tab)).toHaveCount(0)
})

test('“Sign out elsewhere” ends all sessions except the current one; “Sign out everywhere” ends the current one too', async ({
  browser,
  backend,
}) => {
  const member = await createAccount(backend)
  const open = async () => {
    const page = await (await browser.newContext({ baseURL: backend.url })).newPage()
    await signInThroughDialog(page, member)
    await expect(locateAccountButton(page)).toBeVisible()
    return page
  }
  const [here, there] = [await open(), await open()]
  await chooseAccountMenuEntry(here, 'Sign out elsewhere')
  await expect(locateToast(here, 'You’re signed out on every other device')).toBeVisible()
  await expect(locateAccountButton(here)).toBeVisible()

  // The other device's session has ended. The page on that device only detects this with its next request.
  await chooseAccountMenuEntry(there, /^Authenticator app/)
  await expect(locateAccountDialog(there).dialog).toContainText('You’re no longer signed in.')
  await chooseAccountMenuEntry(here, 'Sign out everywhere')
  await expect(locateToast(here, 'You’re signed out on every device')).toBeVisible()
  await expect(locateAccountButton(here)).toHaveCount(0)
  for (const page of [here, there]) await page.context().close()
})
