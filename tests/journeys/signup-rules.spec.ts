import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { locateContactDialog, openContactDialogOnPage } from './contact-dialog.ts'
import { emulateComputer } from './emulate-computer.ts'
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

test('a sign-up with a suspicious name, address or user agent, or a filled honeypot, is refused with its reason, the input stays, and one press sends the prefilled contact form', {
  tag: ['@R5.17', '@R5.18', '@R8.7'],
}, async ({ page }) => {
  const seen = await mockSignupError(page, 500, { code: 'XX000', message: 'not to be reached' })
  const { dialog, name, email, close, signUp } = await openSignupDialog(page)
  const contact = locateContactDialog(page)
  const note = dialog.getByText('by hand')
  const expectRefusal = async (typed: { name: string; email: string }, reason: string) => {
    await signUp(typed)
    const shown = locateToast(page, 'Security Check Failed')
    await expect(shown).toContainText('Please contact support if you believe this is an error.')
    await expect(note).toContainText(reason)
    await shown.getByRole('button', { name: 'Dismiss notification' }).click()
    await expect(shown).toBeHidden()
  }
  await expectRefusal({ name: 'Kay Jay', email: 'kj@moon.example' }, 'We can’t take addresses this short by form.')
  await expectRefusal({ name: 'Kay Fake', email: 'kayjay@moon.example' }, 'looks like a robot typed it')
  await signUp({ name: 'Al', email: 'al.lind@example.com' })
  await dialog.getByRole('button', { name: 'Write to us' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(contact.name).toHaveValue('Al')
  await contact.cancel.click()
  await expect(contact.dialog).toBeHidden()
  await expect(name).toHaveValue('Al')
  await expect(email).toHaveValue('al.lind@example.com')

  await dialog.locator('[name=reference]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://example.com'
  })
  const visitor = createTestVisitor()
  await expectRefusal(visitor, 'looks like a robot typed it')
  await dialog.getByRole('button', { name: 'Write to us' }).click()
  await expect(contact.name).toHaveValue(visitor.name)
  await expect(contact.email).toHaveValue(visitor.email)
  await expect(contact.message).toHaveValue(/The security check stopped my sign-up/)
  await contact.send.click()
  await contact.dialog.getByRole('heading', { name: 'Message Sent!' }).waitFor()
  await contact.dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.locator('dialog').filter({ hasText: 'Message Sent!' })).toHaveCount(0) // the closed dialog shows its form again
  await close.click()
  await openContactDialogOnPage(page)
  for (const field of [contact.name, contact.message]) await expect(field).toHaveValue('')

  await emulateComputer(page, 'python-requests/2.32')
  await openSignupDialog(page)
  await expectRefusal(createTestVisitor(), 'looks like a robot typed it')
  expect(seen.count).toBe(0)
})

test('the fourth sign-up attempt with one address is rate-limited in the browser without a request, and the input stays', {
  tag: ['@R5.27', '@R8.6'],
}, async ({ page, announce }) => {
  announce.trouble(/status of 500/)
  const seen = await mockSignupError(page, 500, { code: 'XX000', message: 'internal' })
  const { dialog, submit, name, email, close, signUp } = await openSignupDialog(page)
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
  await close.click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.toast'), 'the error leaves with its dialog').toHaveCount(0)
})

test('the sign-up form corrects a mistyped email domain with one press, accepts a real name that resembles a suspicious one, and does not count attempts that fail with a network error', async ({
  page,
  announce,
}) => {
  announce.trouble(/ERR_INTERNET_DISCONNECTED/)
  let tries = 0
  await page.route(SIGNUP_REQUEST_PATTERN, (route) => {
    tries += 1
    return route.abort('internetdisconnected')
  })
  const { dialog, email, submit, signUp } = await openSignupDialog(page)
  await email.fill('mara@gmial.com')
  await dialog.getByRole('button', { name: 'mara@gmail.com' }).click()
  await expect(email).toHaveValue('mara@gmail.com')
  await expect(dialog.getByText('Did you mean')).toBeHidden()
  await expect(email).toBeFocused()

  await signUp({ ...createTestVisitor(), name: 'Diana Abbott' })
  for (const count of [1, 2, 3]) {
    await expect.poll(() => tries).toBe(count)
    await expect(submit).toHaveText('Download App')
    if (count === 3) await page.unroute(SIGNUP_REQUEST_PATTERN)
    await submit.click()
  }
  await expect(page).toHaveURL(/\/download$/)
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
