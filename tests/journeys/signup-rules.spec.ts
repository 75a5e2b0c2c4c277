import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openContactDialogOnPage } from './contact-dialog.ts'
import { locateToast, mockSignupError, openSignupDialog, SIGNUP_REQUEST_PATTERN } from './signup-dialog.ts'

const INVALID = [
  { name: '', email: 'mara@example.com', title: 'Invalid Name', message: 'Name is required' },
  { name: 'Mara 2', email: 'mara@example.com', title: 'Invalid Name', message: 'Name contains invalid characters' },
  { name: 'Java Script', email: '', title: 'Invalid Name', message: 'Name contains suspicious content' },
  { name: 'Mara Lind', email: '', title: 'Invalid Email', message: 'Email is required' },
  { name: 'Mara Lind', email: 'mara', title: 'Invalid Email', message: 'Invalid email format' },
  { name: 'Mara Lind', email: 'mara@tempmail.org', title: 'Invalid Email', message: 'Email domain not allowed' },
]

test('each sign-up validation error is shown at its field and in a toast, of two the first, and no request is sent; the errors move neither field nor dialog', {
  tag: ['@R5.1', '@R5.2', '@R5.4', '@R5.5', '@R5.7', '@R5.8', '@R8.5'],
}, async ({ page }) => {
  const seen = await mockSignupError(page, 500, { code: 'XX000', message: 'not to be reached' })
  const { dialog, name, email, submit, signUp } = await openSignupDialog(page)
  const places = () => Promise.all([name, submit].map(async (it) => (await it.boundingBox())?.y ?? 0))
  const before = await places()
  await submit.click()
  await expect(name).toBeFocused()
  await expect(page.locator('.toast')).toHaveText(['Invalid NameName is required'])
  await expect(dialog.getByRole('status').filter({ hasText: 'Email is required' })).toHaveText(
    'Email Address: Email is required',
  )
  // One line below the name; the error of the address takes the place of its hint.
  for (const [index, y] of (await places()).entries()) expect(Math.abs(y - (before[index] ?? 0))).toBeLessThan(32)
  await email.fill('mara@example.com')
  await expect(dialog.getByText('Email is required')).toBeHidden()
  await expect(page.locator('.toast')).toHaveCount(0)

  for (const { title, message, ...typed } of INVALID) {
    await signUp(typed)
    const shown = locateToast(page, title)
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

test('a sign-up with a suspicious name, a short address or a filled honeypot is refused with its reason and an offer to contact support, and the input stays', {
  tag: ['@R5.17', '@R8.7'],
}, async ({ page }) => {
  const seen = await mockSignupError(page, 500, { code: 'XX000', message: 'not to be reached' })
  const { dialog, name, email, signUp } = await openSignupDialog(page)
  const odd = [
    { name: 'Al', email: 'al.lind@example.com' },
    { name: 'Bot Lind', email: 'al.lind@example.com' },
    { name: 'Allllll Lind', email: 'al.lind@example.com' },
    { name: 'Mara Lind', email: 'ab@example.com' },
    { name: 'Mara Lind', email: 'mara+a+b@example.com' },
    { name: 'Mara Lind', email: 'test.mara@example.com' },
  ]
  for (const typed of odd) {
    await signUp(typed)
    const shown = locateToast(page, 'Security Check Failed')
    await expect(shown).toContainText('Please contact support if you believe this is an error.')
    await shown.getByRole('button', { name: 'Dismiss notification' }).click()
    await expect(shown).toBeHidden()
  }
  expect(seen.count).toBe(0)

  await signUp({ name: 'Al', email: 'al.lind@example.com' })
  await dialog.getByRole('button', { name: 'Write to us' }).click()
  const contact = page.getByRole('dialog', { name: 'Contact the Founders' })
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(contact.getByLabel('Full Name')).toHaveValue('Al')
  await contact.getByRole('button', { name: 'Cancel' }).click()
  await expect(contact).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(name).toHaveValue('Al')
  await expect(email).toHaveValue('al.lind@example.com')

  const note = dialog.getByText('by hand')
  await signUp({ name: 'Kay Jay', email: 'kj@moon.example' })
  await expect(note).toHaveText('We can’t take addresses this short by form. Write to us, and we’ll add you by hand.')
  await signUp({ name: 'Kay Fake', email: 'kayjay@moon.example' })
  await expect(note).toContainText('looks like a robot typed it')

  await dialog.locator('[name=reference]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://example.com'
  })
  await signUp(createTestVisitor())
  await expect(locateToast(page, 'Security Check Failed')).toBeVisible()
  expect(seen.count).toBe(0)
})

test('a visitor whom the bot screening refuses sends the prefilled contact form with one press, and the next one is empty', {
  tag: '@R5.17',
}, async ({ page }) => {
  const { signUp, close } = await openSignupDialog(page)
  const { email } = createTestVisitor()
  await signUp({ name: 'Marek Fake', email })
  await page.getByRole('dialog').getByRole('button', { name: 'Write to us' }).click()
  const contact = page.getByRole('dialog', { name: 'Contact the Founders' })
  await expect(contact.getByLabel('Full Name')).toHaveValue('Marek Fake')
  await expect(contact.getByLabel('Email Address')).toHaveValue(email)
  await expect(contact.getByLabel('Message')).toHaveValue(/The security check stopped my sign-up/)
  await contact.getByRole('button', { name: 'Send Message' }).click()
  await contact.getByRole('heading', { name: 'Message Sent!' }).waitFor()
  await contact.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.locator('dialog').filter({ hasText: 'Message Sent!' })).toHaveCount(0) // the closed dialog shows its form again
  await close.click()

  const { name, message } = await openContactDialogOnPage(page)
  await expect(name).toHaveValue('')
  await expect(message).toHaveValue('')
})

test('the sign-up form suggests a correction for a mistyped email domain, which one press applies, and accepts a real name that resembles a suspicious one', async ({
  page,
}) => {
  const { dialog, email, signUp } = await openSignupDialog(page)
  await email.fill('mara@gmial.com')
  await dialog.getByRole('button', { name: 'mara@gmail.com' }).click()
  await expect(email).toHaveValue('mara@gmail.com')
  await expect(dialog.getByText('Did you mean')).toBeHidden()
  await expect(email).toBeFocused()

  await signUp({ ...createTestVisitor(), name: 'Diana Abbott' })
  await expect(page).toHaveURL(/\/download$/)
})

test.describe('with the user agent python-requests', () => {
  test.use({ userAgent: 'python-requests/2.32' })

  test('a sign-up with a python-requests user agent is refused with “Security Check Failed”', {
    tag: '@R5.18',
  }, async ({ page }) => {
    const { signUp } = await openSignupDialog(page)
    await signUp(createTestVisitor())
    await expect(locateToast(page, 'Security Check Failed')).toBeVisible()
  })
})

test('the fourth sign-up attempt with one address is rate-limited in the browser without a request, and the input stays', {
  tag: ['@R5.27', '@R8.6'],
}, async ({ page, announce }) => {
  announce.trouble(/status of 500/)
  const seen = await mockSignupError(page, 500, { code: 'XX000', message: 'internal' })
  const { dialog, submit, name, email, signUp } = await openSignupDialog(page)
  const visitor = createTestVisitor()
  await signUp(visitor)
  for (const count of [1, 2, 3]) {
    await expect.poll(() => seen.count).toBe(count)
    await expect(submit).toHaveText('Download App')
    await submit.click()
  }
  const shown = locateToast(page, 'Too Many Attempts')
  await expect(shown).toContainText('Please wait before trying again.')
  await expect(dialog.getByRole('button', { name: 'Write to us' })).toBeVisible()
  expect(seen.count).toBe(3)
  await expect(name).toHaveValue(visitor.name)
  await expect(email).toHaveValue(visitor.email)
})

test('sign-up attempts that fail with a network error do not count towards the rate limit in the browser', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_INTERNET_DISCONNECTED/)
  let tries = 0
  await page.route(SIGNUP_REQUEST_PATTERN, (route) => {
    tries += 1
    return route.abort('internetdisconnected')
  })
  const { submit, signUp } = await openSignupDialog(page)
  await signUp(createTestVisitor())
  for (const count of [1, 2, 3]) {
    await expect.poll(() => tries).toBe(count)
    await expect(submit).toHaveText('Download App')
    if (count === 3) await page.unroute(SIGNUP_REQUEST_PATTERN)
    await submit.click()
  }
  await expect(page).toHaveURL(/\/download$/)
})

test('the focus ring of the suggested address overlaps neither the words beside it nor the field above', {
  tag: '@rehearsal',
}, async ({ page }) => {
  const { dialog, email } = await openSignupDialog(page)
  await email.fill('mara@gmial.com')
  await email.press('Tab')
  const suggestion = dialog.getByRole('button', { name: 'mara@gmail.com' })
  await expect(suggestion).toBeFocused()
  const { ring, words, field } = await suggestion.evaluate((button) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(button)
    const width = outlineStyle === 'none' ? 0 : parseFloat(outlineWidth)
    const reach = width + parseFloat(outlineOffset)
    const { left, right, top } = button.getBoundingClientRect()
    const range = document.createRange()
    const [before, after] = [button.parentElement?.firstChild, button.nextSibling]
    if (!before || !after) throw new Error('There are no words beside the suggestion.')
    range.selectNodeContents(before)
    const start = range.getBoundingClientRect().right
    range.selectNodeContents(after)
    return {
      ring: { width, left: left - reach, right: right + reach, top: top - reach },
      words: { end: start, start: range.getBoundingClientRect().left },
      field: button.closest('form')?.querySelector('input[type="email"]')?.getBoundingClientRect().bottom ?? 0,
    }
  })
  expect(ring.width).toBeGreaterThanOrEqual(2)
  expect(ring.left).toBeGreaterThanOrEqual(words.end)
  expect(ring.right).toBeLessThanOrEqual(words.start)
  expect(ring.top).toBeGreaterThanOrEqual(field)
})

test('the toast of a failed sign-up covers neither the submit button nor Close, in any window size', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.trouble(/status of 500/)
  await mockSignupError(page, 500, { code: 'XX000', message: 'not to be reached' })
  const { signUp, submit, close } = await openSignupDialog(page)
  for (const [width, height] of [
    [740, 360],
    [768, 600],
    [844, 390],
    [1024, 600],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const answered = page.waitForResponse(SIGNUP_REQUEST_PATTERN)
    await signUp({ name: 'Mara Lind', email: `mara${width}@example.com` })
    await answered
    await expect(submit).not.toHaveAttribute('aria-busy')
    const card = page.locator('dialog .toast')
    await expect(card).toHaveCount(1)
    await submit.scrollIntoViewIfNeeded()
    expect([width, height, overlap(await card.boundingBox(), await submit.boundingBox())]).toEqual([width, height, 0])
    await page.locator('dialog[open]').evaluate((dialog) => dialog.scrollTo({ top: 0, behavior: 'instant' }))
    expect([width, height, overlap(await card.boundingBox(), await close.boundingBox())]).toEqual([width, height, 0])
  }
})

type Box = { x: number; y: number; width: number; height: number } | null

/** Returns the overlapping area of two boxes in square pixels. */
function overlap(one: Box, other: Box): number {
  if (one === null || other === null) throw new Error('One of them is not there.')
  const shared = (start: 'x' | 'y', size: 'width' | 'height') =>
    Math.max(0, Math.min(one[start] + one[size], other[start] + other[size]) - Math.max(one[start], other[start]))
  return shared('x', 'width') * shared('y', 'height')
}
