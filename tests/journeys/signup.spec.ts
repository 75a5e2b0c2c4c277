import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  locateToast,
  mockSignupError,
  openSignupDialog,
  openSignupDialogOnPage,
  SIGNUP_REQUEST_PATTERN,
} from './signup-dialog.ts'

test('a sign-up is stored, triggers a welcome mail and leads to the download page with the registration details, and going back shows no dialog', {
  tag: ['@R4.2', '@R6.4', '@R8.10'],
}, async ({ page, backend }) => {
  const visitor = createTestVisitor()
  const { dialog, signUp } = await openSignupDialog(page)
  await signUp({ name: `  ${visitor.name} `, email: visitor.email.toUpperCase() })

  await expect(page).toHaveURL(/\/download$/)
  await expect(dialog).toBeHidden()
  await expect(locateToast(page, `Welcome to ${brand.name}!`)).toContainText(
    'Check your email for confirmation. Redirecting to downloads...',
  )
  await expect(locateToast(page, `Welcome to ${brand.name}!`)).toBeHidden({ timeout: 4_500 })
  await expect(page.getByRole('heading', { level: 1, name: `Welcome to ${brand.name}!` })).toBeFocused()
  const details = page.getByRole('region', { name: 'Registration Details' })
  for (const text of [visitor.name, visitor.email, 'Free Access']) await expect(details).toContainText(text)
  const { orderDetails } = await page.evaluate(() => history.state)
  expect(orderDetails).toMatchObject({ ...visitor, amount: 0, orderId: expect.stringMatching(/^FREE-\d{6}$/) })

  const { data } = await backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
  expect(data).toMatchObject([{ ...visitor, is_paid: false, amount: null, order_id: null }])
  const [mail] = await waitForMails(backend, visitor.email)
  expect(mail?.subject).toContain(brand.name)

  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('#free-access')).toBeVisible()
  await expect(dialog).toBeHidden()

  // On a later visit, hero, dialog and download page recognize the visitor by the day alone, without name and address.
  await page.reload()
  const hero = page.getByRole('region', { name: 'Welcome' })
  await expect(hero.getByRole('link', { name: 'Get your file' })).toHaveAttribute('href', '/download')
  const again = await openSignupDialogOnPage(page)
  const since = `You’ve been in since ${orderDetails.date}.`
  await expect(again.dialog).toContainText(since)
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ 'member-since': orderDetails.date })
  await again.dialog.getByRole('link', { name: 'Go to the downloads' }).click()
  await expect(page).toHaveURL(/\/download$/)
  await expect(page.getByRole('main').getByText(since)).toBeVisible()
  await expect(again.dialog).toBeHidden()
})

const FAILED =
  "We couldn't complete your signup: Registration failed. Please try again. Please try again or contact support."

const MISSING = "We couldn't complete your signup: Missing required information. Please try again or contact support."

const LIMITED = { title: 'Too Many Attempts', text: 'Please wait before trying again.' }

const SCREENED = {
  title: 'Security Check Failed',
  text: 'Please contact support if you believe this is an error.',
}

const REFUSALS = [
  { status: 500, code: 'XX000', message: 'internal', title: 'Signup Failed', text: FAILED },
  { status: 400, code: '23502', message: 'Missing required information', title: 'Signup Failed', text: MISSING },
  { status: 429, code: 'PT429', message: 'Too Many Attempts: …', ...LIMITED },
  { status: 403, code: 'PT403', message: 'Security Check Failed: …', ...SCREENED },
  { status: 400, code: '23514', message: 'Name too long', title: 'Invalid Name', text: 'Name too long' },
  { status: 400, code: '23514', message: 'Email too long', title: 'Invalid Email', text: 'Email too long' },
]

test('each error of a sign-up request is named in a toast, and the input stays', {
  tag: ['@R4.4', '@R8.3', '@R8.4'],
}, async ({ page, announce }) => {
  const { dialog, name, email, submit, signUp } = await openSignupDialog(page)
  for (const { status, code, message, title, text } of REFUSALS) {
    await test.step(`${code} '${message}' shows '${title}'`, async () => {
      announce.trouble(new RegExp(`status of ${status}`))
      await mockSignupError(page, status, { code, message })
      const visitor = createTestVisitor()
      await signUp(visitor)
      await expect(locateToast(page, title).filter({ hasText: text })).toBeVisible()
      await expect(dialog).toBeVisible()
      await expect(submit).toHaveText('Download App')
      await expect(name).toHaveValue(visitor.name)
      await expect(email).toHaveValue(visitor.email)
      await page.unroute(SIGNUP_REQUEST_PATTERN)
    })
  }
})

test('when the server is unreachable, the sign-up form shows an error and keeps its input, and the next attempt succeeds', {
  tag: ['@R4.4', '@R8.8'],
}, async ({ page, announce }) => {
  announce.trouble(/ERR_CONNECTION_REFUSED/)
  await page.route(SIGNUP_REQUEST_PATTERN, (route) => route.abort('connectionrefused'))
  const { submit, signUp } = await openSignupDialog(page)
  await signUp(createTestVisitor())
  await expect(locateToast(page, 'Signup Failed')).toContainText(FAILED)
  await page.unroute(SIGNUP_REQUEST_PATTERN)
  await submit.click()
  await expect(page).toHaveURL(/\/download$/)
})

test('a sign-up with a registered address shows a toast with a link to the downloads', {
  tag: ['@R4.3', '@R8.1', '@R8.2'],
}, async ({ page, backend, announce }) => {
  announce.trouble(/status of 409/)
  const visitor = createTestVisitor()
  await backend
    .client()
    .from('early_access_users')
    .insert({ ...visitor, is_paid: false })
  const { dialog, signUp } = await openSignupDialog(page)
  await signUp(visitor)
  const shown = locateToast(page, 'Email Already Registered')
  await expect(shown).toContainText(
    `This email address is already registered. We'll notify you when ${brand.name} is ready!`,
  )
  await expect(dialog).toBeHidden()
  await shown.getByRole('link', { name: 'Download' }).click()
  await expect(page).toHaveURL(/\/download$/)
})

test('when the welcome mail of a sign-up fails, a toast says so and the welcome page opens', {
  tag: ['@R7.5', '@R8.9'],
}, async ({ page, announce }) => {
  announce.trouble(/status of 503/)
  await page.route('**/functions/v1/send-notifications', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'away' } }),
  )
  const { signUp } = await openSignupDialog(page)
  await signUp(createTestVisitor())
  await expect(locateToast(page, 'Note')).toContainText('Signup successful, but welcome email may be delayed.')
  await expect(page.getByRole('heading', { name: `Welcome to ${brand.name}!` })).toBeVisible()
})

test('a double-click and Enter in the sign-up form store a single sign-up', { tag: ['@R2.58', '@R4.1'] }, async ({
  page,
  backend,
}) => {
  const visitor = createTestVisitor()
  let inserts = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(SIGNUP_REQUEST_PATTERN, async (route) => {
    if (route.request().method() === 'POST') inserts += 1
    await held
    await route.continue()
  })
  const { email, submit, name } = await openSignupDialog(page)
  await name.fill(visitor.name)
  await email.fill(visitor.email)
  await submit.dblclick()
  await expect(submit).toHaveText('Processing...')
  await expect(submit).toBeDisabled()
  await email.press('Enter')
  release()
  await expect(page).toHaveURL(/\/download$/)
  expect(inserts).toBe(1)
  const { data } = await backend.secretClient().from('early_access_users').select('id').eq('email', visitor.email)
  expect(data).toHaveLength(1)
})
