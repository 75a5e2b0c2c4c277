import { aVisitor } from '../support/a-visitor.ts'
import { expect, test } from '../support/journey.ts'
import { mailFor } from '../support/mail-box.ts'
import { expectAccessible } from './accessible.ts'
import { press } from './press.ts'
import { INSERT, openSignupDialog, pressForSignup, refuseSignups, toast } from './signup-dialog.ts'

test('the dialog says what it is, what it asks and what it promises', async ({ page }) => {
  const { dialog, name, email, submit } = await openSignupDialog(page)
  await expect(dialog).toHaveAttribute('aria-modal', 'true')
  await expect(dialog).toHaveAccessibleDescription('Join early users getting access to the beta version')
  await expect(name).toHaveAttribute('maxlength', '100')
  await expect(name).toHaveAttribute('autocomplete', 'name')
  await expect(email).toHaveAttribute('maxlength', '254')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('autocomplete', 'email')
  await expect(submit).toHaveText('Download App')
  for (const note of ['Secure & Free Signup', '100% Free']) await expect(dialog.getByText(note)).toBeVisible()
  await expect(dialog.getByText('We use your address for the welcome email')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  await expectAccessible(page)
})

test('a sign-up is stored, welcomed by mail, and led to the downloads with its details', async ({ page, backend }) => {
  const visitor = aVisitor()
  const { dialog, signUp } = await openSignupDialog(page)
  await signUp({ name: `  ${visitor.name} `, email: visitor.email.toUpperCase() })

  await expect(page).toHaveURL(/\/download$/)
  await expect(dialog).toBeHidden()
  await expect(toast(page, 'Welcome to Fondly!')).toContainText(
    'Check your email for confirmation. Redirecting to downloads...',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Fondly!' })).toBeFocused()
  const details = page.getByRole('region', { name: 'Registration Details' })
  for (const text of [visitor.name, visitor.email, 'Free Access']) await expect(details).toContainText(text)
  const { orderDetails } = await page.evaluate(() => history.state)
  expect(orderDetails).toMatchObject({ ...visitor, amount: 0, orderId: expect.stringMatching(/^FREE-\d{6}$/) })
  await expectAccessible(page)

  const { data } = await backend.secretClient().from('early_access_users').select().eq('email', visitor.email)
  expect(data).toMatchObject([{ ...visitor, is_paid: false, amount: null, order_id: null }])
  const [mail] = await mailFor(backend, visitor.email)
  expect(mail?.subject).toContain('Fondly')
})

test('back from the downloads leads to the page, not to the dialog', async ({ page }) => {
  const { dialog, signUp } = await openSignupDialog(page)
  await signUp(aVisitor())
  await expect(page).toHaveURL(/\/download$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('#free-access')).toBeVisible()
  await expect(dialog).toBeHidden()
})

const INVALID = [
  { name: '', email: 'mara@example.com', title: 'Invalid Name', message: 'Name is required' },
  { name: 'Mara 2', email: 'mara@example.com', title: 'Invalid Name', message: 'Name contains invalid characters' },
  { name: 'Java Script', email: '', title: 'Invalid Name', message: 'Name contains suspicious content' },
  { name: 'Mara Lind', email: '', title: 'Invalid Email', message: 'Email is required' },
  { name: 'Mara Lind', email: 'mara', title: 'Invalid Email', message: 'Invalid email format' },
  { name: 'Mara Lind', email: 'mara@tempmail.org', title: 'Invalid Email', message: 'Email domain not allowed' },
]

test('each validation message stands beside its field and in a toast, and nothing is sent', async ({ page }) => {
  const seen = await refuseSignups(page, 500, { code: 'XX000', message: 'not to be reached' })
  const { dialog, name, email, signUp } = await openSignupDialog(page)
  for (const { title, message, ...typed } of INVALID) {
    await signUp(typed)
    const shown = toast(page, title)
    await expect(shown).toContainText(message)
    const field = title === 'Invalid Name' ? name : email
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(message))
    await expect(field).toHaveValue(title === 'Invalid Name' ? typed.name : typed.email)
    await shown.getByRole('button', { name: 'Dismiss notification' }).click()
    await expect(shown).toBeHidden()
  }
  await expect(dialog).toBeVisible()
  expect(seen.count).toBe(0)
})

test('two wrong fields are listed together, each line leading to its field', async ({ page }) => {
  const { dialog, name, email, submit } = await openSignupDialog(page)
  await submit.click()
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Email Address: Email is required' }).click()
  await expect(email).toBeFocused()
  await email.fill('mara@example.com')
  await expect(dialog.getByText('Email is required')).toBeHidden()
})

test('screening refuses politely and offers a way on that keeps what was typed', async ({ page }) => {
  const seen = await refuseSignups(page, 500, { code: 'XX000', message: 'not to be reached' })
  const { dialog, name, email, signUp } = await openSignupDialog(page)
  const odd = [
    { name: 'Al', email: 'al.lind@example.com' },
    { name: 'Robot Lind', email: 'al.lind@example.com' },
    { name: 'Allllll Lind', email: 'al.lind@example.com' },
    { name: 'Mara Lind', email: 'ab@example.com' },
    { name: 'Mara Lind', email: 'mara+a+b@example.com' },
    { name: 'Mara Lind', email: 'test.mara@example.com' },
  ]
  for (const typed of odd) {
    await signUp(typed)
    const shown = toast(page, 'Security Check Failed')
    await expect(shown).toContainText('Please contact support if you believe this is an error.')
    await shown.getByRole('button', { name: 'Dismiss notification' }).click()
    await expect(shown).toBeHidden()
  }
  expect(seen.count).toBe(0)

  await signUp({ name: 'Al', email: 'al.lind@example.com' })
  await toast(page, 'Security Check Failed').getByRole('button', { name: 'Contact us' }).click()
  const contact = page.getByRole('dialog', { name: 'Contact the Founders' })
  await contact.getByRole('button', { name: 'Cancel' }).click()
  await expect(contact).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(name).toHaveValue('Al')
  await expect(email).toHaveValue('al.lind@example.com')
})

test('real people with such letters in their names are let through', async ({ page }) => {
  const { signUp } = await openSignupDialog(page)
  await signUp({ ...aVisitor(), name: 'Diana Abbott' })
  await expect(page).toHaveURL(/\/download$/)
})

test('a field that only programs see stops them', async ({ page }) => {
  const seen = await refuseSignups(page, 500, { code: 'XX000', message: 'not to be reached' })
  const { dialog, signUp } = await openSignupDialog(page)
  await dialog.locator('[name=reference]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://example.com'
  })
  await signUp(aVisitor())
  await expect(toast(page, 'Security Check Failed')).toBeVisible()
  expect(seen.count).toBe(0)
})

test.describe('a browser that calls itself a program', () => {
  test.use({ userAgent: 'python-requests/2.32' })

  test('is refused', async ({ page }) => {
    const { signUp } = await openSignupDialog(page)
    await signUp(aVisitor())
    await expect(toast(page, 'Security Check Failed')).toBeVisible()
  })
})

test('an address has three attempts, whatever becomes of them', async ({ page, announce }) => {
  announce.trouble(/status of 500/)
  const seen = await refuseSignups(page, 500, { code: 'XX000', message: 'internal' })
  const { submit, name, email, signUp } = await openSignupDialog(page)
  const visitor = aVisitor()
  await signUp(visitor)
  for (const count of [1, 2, 3]) {
    await expect.poll(() => seen.count).toBe(count)
    await expect(submit).toHaveText('Download App')
    await submit.click()
  }
  const shown = toast(page, 'Too Many Attempts')
  await expect(shown).toContainText('Please wait before trying again.')
  await expect(shown.getByRole('button', { name: 'Contact us' })).toBeVisible()
  expect(seen.count).toBe(3)
  await expect(name).toHaveValue(visitor.name)
  await expect(email).toHaveValue(visitor.email)
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

for (const { status, code, message, title, text } of REFUSALS) {
  test(`the server's ${code} '${message}' is told as '${title}', and the text stays`, async ({ page, announce }) => {
    announce.trouble(new RegExp(`status of ${status}`))
    await refuseSignups(page, status, { code, message })
    const { dialog, name, email, submit, signUp } = await openSignupDialog(page)
    const visitor = aVisitor()
    await signUp(visitor)
    await expect(toast(page, title)).toContainText(text)
    await expect(dialog).toBeVisible()
    await expect(submit).toHaveText('Download App')
    await expect(name).toHaveValue(visitor.name)
    await expect(email).toHaveValue(visitor.email)
  })
}

test('a server that cannot be reached loses nothing, and the next press goes through', async ({ page, announce }) => {
  announce.trouble(/ERR_CONNECTION_REFUSED/)
  await page.route(INSERT, (route) => route.abort('connectionrefused'))
  const { submit, signUp } = await openSignupDialog(page)
  await signUp(aVisitor())
  await expect(toast(page, 'Signup Failed')).toContainText(FAILED)
  await expectAccessible(page)
  await page.unroute(INSERT)
  await submit.click()
  await expect(page).toHaveURL(/\/download$/)
})

test('an address that is registered already gets a notice with a way to the downloads', async ({
  page,
  backend,
  announce,
}) => {
  announce.trouble(/status of 409/)
  const visitor = aVisitor()
  await backend
    .client()
    .from('early_access_users')
    .insert({ ...visitor, is_paid: false })
  const { dialog, signUp } = await openSignupDialog(page)
  await signUp(visitor)
  const shown = toast(page, 'Email Already Registered')
  await expect(shown).toContainText("This email address is already registered. We'll notify you when Fondly is ready!")
  await expect(dialog).toBeHidden()
  await shown.getByRole('link', { name: 'Go to the downloads' }).click()
  await expect(page).toHaveURL(/\/download$/)
})

test('mail that is late is only a note', async ({ page, announce }) => {
  announce.trouble(/status of 503/)
  await page.route('**/functions/v1/send-notifications', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'away' } }),
  )
  const { signUp } = await openSignupDialog(page)
  await signUp(aVisitor())
  await expect(toast(page, 'Note')).toContainText('Signup successful, but welcome email may be delayed.')
  await expect(page.getByRole('heading', { name: 'Welcome to Fondly!' })).toBeVisible()
})

test('pressing twice and Enter make one row, and the button says that it is busy', async ({ page, backend }) => {
  const visitor = aVisitor()
  let inserts = 0
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(INSERT, async (route) => {
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
  await expectAccessible(page)
  letThrough()
  await expect(page).toHaveURL(/\/download$/)
  expect(inserts).toBe(1)
  const { data } = await backend.secretClient().from('early_access_users').select('id').eq('email', visitor.email)
  expect(data).toHaveLength(1)
})

test('neither Escape nor a press outside closes it; Close does, and gives the focus back', async ({ page }) => {
  const { dialog, name, close } = await openSignupDialog(page)
  await name.fill('Mara Lind')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
  await page.mouse.click(4, 100)
  await expect(dialog).toBeVisible()
  await expect(name).toHaveValue('Mara Lind')
  await close.click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('#free-access').getByRole('button', { name: 'Get early access' })).toBeFocused()
})

test('closing empties the fields after 300 ms', async ({ page }) => {
  const first = await openSignupDialog(page)
  await first.name.fill('Mara Lind')
  await first.submit.click()
  await first.close.click()
  await expect(first.dialog).toBeHidden()
  await page.waitForTimeout(400)
  const second = await pressForSignup(page)
  await expect(second.name).toHaveValue('')
  await expect(second.name).not.toHaveAttribute('aria-invalid')
})

test('the back gesture leaves the dialog, not the page, and keeps what was typed', async ({ page }) => {
  const first = await openSignupDialog(page)
  await first.name.fill('Mara Lind')
  await page.goBack()
  await expect(first.dialog).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await page.waitForTimeout(400)
  const second = await pressForSignup(page)
  await expect(second.name).toHaveValue('Mara Lind')
})

test('Tab stays inside the dialog, in both directions', async ({ page }) => {
  const { dialog, close, name } = await openSignupDialog(page)
  await name.focus()
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab')
    expect(await inside()).toBe(true)
  }
  await close.focus()
  await page.keyboard.press('Shift+Tab')
  expect(await inside()).toBe(true)
})

test('a slip in the address is pointed out; taking it is one press, leaving it is fine', async ({ page }) => {
  const { dialog, email } = await openSignupDialog(page)
  await email.fill('mara@gmial.com')
  await dialog.getByRole('button', { name: 'mara@gmail.com' }).click()
  await expect(email).toHaveValue('mara@gmail.com')
  await expect(dialog.getByText('Did you mean')).toBeHidden()
})

test('a dialog that cannot be fetched says so, and opens once the network is back', async ({ page, announce }) => {
  announce.trouble(/ERR_FAILED/)
  const chunks = /\/assets\/dialog[^/]*\.js$/
  await page.route(chunks, (route) => route.abort('failed'))
  await page.goto('/')
  await press(page.locator('#free-access').getByRole('button', { name: 'Get early access' }))
  await expect(toast(page, 'The form did not load')).toContainText('Check your connection, then try again.')
  await page.unroute(chunks)
  await pressForSignup(page)
})
