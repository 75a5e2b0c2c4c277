// Visitors who do not wait: who close a dialog, go back or go on while something is on its way.
import type { Page, Route } from '@playwright/test'
import { aVisitor } from '../support/a-visitor.ts'
import { expect, test } from '../support/journey.ts'
import { openSignIn } from './account-dialog.ts'
import { openContactDialog, pressForContact } from './contact-dialog.ts'
import { press } from './press.ts'
import { INSERT, openSignupDialog, pressForSignup, toast } from './signup-dialog.ts'

const MESSAGE = '**/functions/v1/send-contact-email'
const words = { name: 'Mara Lind', email: 'mara.lind@example.com', message: 'Hello,\nis there a version for two?' }
/** Longer than a closing takes to empty the fields. */
const EMPTIED_MS = 600

/** Keeps what is asked of an address waiting: when it has been asked, and what lets it go on as `answer` says. */
async function hold(
  page: Page,
  address: string | RegExp,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
) {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    begun.resolve()
    await held.promise
    await answer(route)
  })
  return { begun: begun.promise, letGo: held.resolve }
}

test('a message that fails after its dialog was closed is there at the next opening', async ({ page, announce }) => {
  announce.trouble(/status of 503/)
  const sending = await hold(page, MESSAGE, (route) => route.fulfill({ status: 503, json: { success: false } }))
  const first = await openContactDialog(page)
  await first.write(words)
  await sending.begun
  await first.close.click()
  await expect(first.dialog).toBeHidden()
  await page.waitForTimeout(EMPTIED_MS)
  const meanwhile = await pressForContact(page)
  await expect(meanwhile.send).toHaveText('Sending...')
  await meanwhile.close.click()
  await expect(meanwhile.dialog).toBeHidden()
  sending.letGo()
  await expect(toast(page, 'Error')).toContainText('Failed to send email')
  await page.waitForTimeout(EMPTIED_MS)

  const again = await pressForContact(page)
  await expect(again.message).toHaveValue(words.message)
  await expect(again.dialog.getByText('Nothing you typed is lost.')).toBeVisible()
  await again.close.click()
  await expect(again.dialog).toBeHidden()
  await page.waitForTimeout(EMPTIED_MS)
  await expect((await pressForContact(page)).message).toHaveValue('')
})

for (const [way, leave] of [
  ['Close', (_: Page, close: () => Promise<void>) => close()],
  ['the back gesture', async (page: Page) => void (await page.goBack())],
] as const) {
  test(`a message that arrives after ${way} is not there any more`, async ({ page }) => {
    const sending = await hold(page, MESSAGE, (route) => route.fulfill({ json: { success: true } }))
    const first = await openContactDialog(page)
    await first.write(words)
    await sending.begun
    await leave(page, () => first.close.click())
    await expect(first.dialog).toBeHidden()
    sending.letGo()
    await expect(toast(page, 'Message Sent!')).toBeVisible()
    await page.waitForTimeout(EMPTIED_MS)
    const again = await pressForContact(page)
    for (const field of [again.name, again.email, again.message]) await expect(field).toHaveValue('')
  })
}

test('a sign-up that fails after its dialog was closed is there at the next opening', async ({ page, announce }) => {
  announce.trouble(/status of 503/)
  const sending = await hold(page, INSERT, (route) =>
    route.fulfill({ status: 503, json: { code: '57P03', message: 'away', details: null, hint: null } }),
  )
  const first = await openSignupDialog(page)
  await first.signUp(words)
  await sending.begun
  await first.close.click()
  await expect(first.dialog).toBeHidden()
  await page.waitForTimeout(EMPTIED_MS)
  sending.letGo()
  await expect(toast(page, 'Signup Failed')).toBeVisible()
  await page.waitForTimeout(EMPTIED_MS)
  const again = await pressForSignup(page)
  await expect(again.name).toHaveValue(words.name)
  await expect(again.email).toHaveValue(words.email)
})

test('whoever closes the dialog while they are signed up is welcomed all the same, however late the browser goes back', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const goBack = history.back.bind(history)
    history.back = () => addEventListener('slow-way-back', goBack, { once: true })
  })
  const visitor = aVisitor()
  const sending = await hold(page, INSERT)
  const { dialog, signUp, close } = await openSignupDialog(page)
  await signUp(visitor)
  await sending.begun
  await close.click()
  await expect(dialog).toBeHidden()
  sending.letGo()
  await expect(toast(page, 'Welcome to Fondly!')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('slow-way-back')))
  await expect(page).toHaveURL(/\/download$/)
  await expect(page.getByText(visitor.email)).toBeVisible()
})

test('whoever goes on before the home page has come is not led to the offer', async ({ page }) => {
  await page.goto('/download')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const home = await hold(page, /\.js$/)
  await press(page.getByRole('banner').getByRole('button', { name: 'Get Started' }))
  await expect(page).toHaveURL(/\/#free-access$/)
  await press(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }))
  home.letGo()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Terms')
  await page.waitForTimeout(2 * EMPTIED_MS)
  await expect(page).toHaveURL(/\/terms$/)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('whoever goes back before the home page has come finds it later without a dialog', async ({ page }) => {
  await page.goto('/download')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  const home = await hold(page, /\.js$/)
  await press(page.getByRole('banner').getByRole('button', { name: 'Get Started' }))
  await expect(page).toHaveURL(/\/#free-access$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/download$/)
  home.letGo()
  await press(page.getByRole('banner').getByRole('link', { name: 'Fondly' }))
  await expect(page.locator('#free-access')).toBeAttached()
  await page.waitForTimeout(2 * EMPTIED_MS)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('whoever goes back to the sign-in while a mail is asked for is told of it, and goes on typing', async ({
  page,
}) => {
  const asking = await hold(page, '**/auth/v1/otp*')
  const { dialog, email, password, button } = await openSignIn(page)
  await email.fill(aVisitor().email)
  await button('Email me a code').click()
  await button('Send the code').click()
  await asking.begun
  await button('Back to sign in').click()
  await password.fill('Lanterns over the lake 12')
  asking.letGo()
  await expect(toast(page, 'Look at your mail')).toContainText('A mail with a code and a link is on its way.')
  await expect(dialog).toHaveAccessibleName('Sign in')
  await expect(password).toHaveValue('Lanterns over the lake 12')
})

test('a dialog that was closed while an account is made stays closed', async ({ page }) => {
  const making = await hold(page, '**/auth/v1/signup*')
  const visitor = aVisitor()
  const { dialog, name, email, password, button } = await openSignIn(page)
  await button('Create account').click()
  await name.fill(visitor.name)
  await email.fill(visitor.email)
  await password.fill('Lanterns over the lake 12')
  await button('Create account').click()
  await making.begun
  await button('Close').click()
  await expect(dialog).toBeHidden()
  making.letGo()
  await expect(toast(page, 'Look at your mail')).toContainText('If this address is new here')
  await page.waitForTimeout(EMPTIED_MS)
  await expect(dialog).toBeHidden()
})

test('so does one that was closed while a mail is sent again', async ({ page, announce }) => {
  announce.trouble(/status of 400/)
  await page.route('**/auth/v1/token?grant_type=password', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'email_not_confirmed', message: 'Email not confirmed' },
    }),
  )
  const asking = await hold(page, '**/auth/v1/resend*')
  const { dialog, email, password, button } = await openSignIn(page)
  await email.fill(aVisitor().email)
  await password.fill('Lanterns over the lake 12')
  await button('Sign in').click()
  await button('Send the mail again').click()
  await asking.begun
  await button('Close').click()
  await expect(dialog).toBeHidden()
  asking.letGo()
  await expect(toast(page, 'Look at your mail')).toBeVisible()
  await page.waitForTimeout(EMPTIED_MS)
  await expect(dialog).toBeHidden()
})
