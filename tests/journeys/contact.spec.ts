import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openContactDialog, openContactDialogOnPage } from './contact-dialog.ts'
import { locateToast } from './signup-dialog.ts'

const FUNCTION = '**/functions/v1/send-contact-email'
const input = { name: 'Mara Lind', email: 'mara.lind@example.com', message: 'Hello,\nis there a version for two?' }

test('the contact form has three required fields and sends no faulty one; it ignores Escape and outside clicks; Cancel and Close restore the focus; the back gesture keeps the message', {
  tag: ['@R2.59', '@R2.61', '@R2.62', '@R2.63', '@R5.29', '@R5.30'],
}, async ({ page }) => {
  const { dialog, opener, name, email, message, send, cancel } = await openContactDialog(page)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Contact the Founders')
  await expect(dialog.locator('label.font-medium')).toHaveText(['Full Name', 'Email Address', 'Message'])
  await expect(name).toHaveAttribute('autocomplete', 'name')
  await expect(name).toHaveAttribute('autocapitalize', 'words')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(message).toHaveAttribute('rows', '4')
  for (const field of [name, email, message]) await expect(field).toHaveAttribute('required')
  await expect(send).toHaveText('Send Message')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()

  await name.fill('Mara Lind')
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
  await page.mouse.click(4, 70)
  await expect(dialog).toBeVisible()
  await cancel.click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.waitForTimeout(400)
  const again = await openContactDialogOnPage(page)
  await expect(again.name).toHaveValue('')
  await again.close.click()
  await expect(again.dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await openContactDialogOnPage(page)
  let sent = 0
  await page.route(FUNCTION, (route) => {
    sent += 1
    return route.fulfill({ json: { success: true } })
  })
  await send.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/Name is required/)
  await expect(email).toHaveAccessibleDescription(/Email is required/)
  await expect(message).toHaveAccessibleDescription(/Message is required/)
  await again.write({ ...input, email: 'mara' })
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/Invalid email format/)
  expect(sent).toBe(0)

  await page.goBack()
  await expect(dialog).toBeHidden()
  await openContactDialogOnPage(page)
  await expect(message, 'the back gesture keeps the message').toHaveValue(input.message)
})

test('a contact message is stored and mailed to the team, the dialog confirms it, and is empty when reopened', {
  tag: ['@R2.60', '@R4.5', '@R4.6', '@R6.5', '@R8.14'],
}, async ({ page, backend }) => {
  const visitor = createTestVisitor()
  const { dialog, write } = await openContactDialog(page)
  await write({ ...visitor, message: input.message })
  const heading = dialog.getByRole('heading', { name: 'Message Sent!' })
  await expect(heading).toBeFocused()
  await expect(dialog.getByText(visitor.email)).toBeVisible()
  const tooWide = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(tooWide, 'a long address breaks into lines').toBe(0)
  await expect(locateToast(page, 'Message Sent!')).toContainText(
    "Thank you for contacting us. We'll get back to you soon!",
  )

  const { data } = await backend.secretClient().from('contact_messages').select().eq('email', visitor.email)
  expect(data).toMatchObject([{ ...visitor, message: input.message }])
  const mails = await waitForMails(backend, brand.mailboxes.team)
  const mail = mails.find(({ replyTo }) => replyTo?.some(({ address }) => address === visitor.email))
  expect(mail?.text).toContain('is there a version for two?')

  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  await page.waitForTimeout(400)
  const again = await openContactDialogOnPage(page)
  for (const field of [again.name, again.email, again.message]) await expect(field).toHaveValue('')
})

const FAILURES = [
  {
    what: 'status 400 and a message',
    status: 400,
    json: { success: false, error: 'Message too long' },
    text: 'Message too long',
  },
  { what: 'status 500 and no message', status: 500, json: { success: false }, text: 'Failed to send email' },
  { what: 'success false and no message', status: 200, json: { success: false }, text: 'Email sending failed' },
  {
    what: 'success false and a message',
    status: 200,
    json: { success: false, error: 'Not today' },
    text: 'Not today',
  },
]

test('each failed send-contact-email response shows an error toast and keeps the input of the contact form', {
  tag: ['@R7.7', '@R8.11', '@R8.12'],
}, async ({ page, announce }) => {
  announce.trouble(/status of 400/)
  announce.trouble(/status of 500/)
  const { dialog, name, message, send, write } = await openContactDialog(page)
  for (const { what, status, json, text } of FAILURES) {
    await test.step(what, async () => {
      await page.route(FUNCTION, (route) => route.fulfill({ status, json }))
      await write(input)
      const shown = locateToast(page, 'Error').filter({ hasText: text })
      await expect(page.getByRole('alert').filter({ has: shown })).toBeVisible()
      await expect(dialog.getByRole('link', { name: brand.mailboxes.support })).toBeVisible()
      await expect(send).toHaveText('Send Message')
      await expect(name).toHaveValue(input.name)
      await expect(message).toHaveValue(input.message)
      await page.unroute(FUNCTION)
    })
  }
})

test('when the server is unreachable, the contact form keeps its input, and the next attempt succeeds', {
  tag: '@R8.13',
}, async ({ page, announce }) => {
  announce.trouble(/ERR_CONNECTION_REFUSED/)
  await page.route(FUNCTION, (route) => route.abort('connectionrefused'))
  const { dialog, send, write } = await openContactDialog(page)
  await write(input)
  await expect(locateToast(page, 'Error')).toContainText('Failed to send message. Please try again.')
  await page.unroute(FUNCTION)
  await page.route(FUNCTION, (route) => route.fulfill({ json: { success: true } }))
  await send.click()
  await expect(dialog.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
})

test('while a contact message is being sent, the submit button is disabled and a further press sends no second request', {
  tag: '@R4.5',
}, async ({ page }) => {
  let sent = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(FUNCTION, async (route) => {
    sent += 1
    await held
    await route.fulfill({ json: { success: true } })
  })
  const { dialog, send, write } = await openContactDialog(page)
  await write(input)
  await expect(send).toHaveText('Sending...')
  await expect(send).toBeDisabled()
  await send.click({ force: true })
  release()
  await expect(dialog.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
  expect(sent).toBe(1)
})

test('the contact form is prefilled with the name and email address of a signed-in user', async ({ page }) => {
  const token = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  const expires = Math.floor(Date.now() / 1000) + 3600
  const session = {
    access_token: `${token({ alg: 'ES256', typ: 'JWT' })}.${token({ sub: '1', exp: expires })}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expires,
    user: { id: '1', email: input.email, user_metadata: { name: input.name }, app_metadata: {}, aud: 'authenticated' },
  }
  // Mocks the request for the number of spots: the stored session is made up, so the server would reject a request with its token.
  await page.route('**/rest/v1/app_settings*', (route) => route.fulfill({ json: { value: '7' } }))
  await page.addInitScript((stored) => localStorage.setItem('site-session', stored), JSON.stringify(session))
  const { name, email, message } = await openContactDialog(page)
  await expect(name).toHaveValue(input.name)
  await expect(email).toHaveValue(input.email)
  await expect(message).toHaveValue('')
})
