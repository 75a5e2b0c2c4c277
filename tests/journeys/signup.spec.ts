import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { delayRequests } from './delay-requests.ts'
import { locateToast, openSignupDialog, openSignupDialogOnPage, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

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

  // On a later visit, the dialog and the download page recognize the visitor by the day alone, without name and address.
  await page.reload()
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

test('when the server is unreachable, the sign-up form shows an error and keeps its input; the next attempt by a double-click and Enter stores a single sign-up', {
  tag: ['@R2.58', '@R4.1', '@R4.4', '@R8.8'],
}, async ({ page, backend, announce }) => {
  announce.trouble(/ERR_CONNECTION_REFUSED/)
  await page.route(SIGNUP_REQUEST_PATTERN, (route) => route.abort('connectionrefused'))
  const visitor = createTestVisitor()
  const { email, submit, name, signUp } = await openSignupDialog(page)
  await signUp(visitor)
  await expect(locateToast(page, 'Signup Failed')).toContainText(FAILED)
  await expect(name).toHaveValue(visitor.name)
  await expect(email).toHaveValue(visitor.email)
  await page.unroute(SIGNUP_REQUEST_PATTERN)

  let inserts = 0
  const sending = await delayRequests(page, SIGNUP_REQUEST_PATTERN, (route) => {
    if (route.request().method() === 'POST') inserts += 1
    return route.continue()
  })
  await submit.dblclick()
  await expect(submit).toHaveText('Processing...')
  await expect(submit).toBeDisabled()
  await email.press('Enter')
  sending.release()
  await expect(page).toHaveURL(/\/download$/)
  expect(inserts).toBe(1)
  const { data } = await backend.secretClient().from('early_access_users').select('id').eq('email', visitor.email)
  expect(data).toHaveLength(1)
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
