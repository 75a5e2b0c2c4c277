import { brand } from '../support/brand.ts'
import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { openContactDialog, openContactDialogOnPage } from './contact-dialog.ts'
import { delayRequests } from './delay-requests.ts'
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
  const above = async () => {
    const [toast, panel] = await Promise.all(
      [locateToast(page, 'Message Sent!'), dialog.locator('.dialog-panel')].map((each) => each.boundingBox()),
    )
    return (panel?.y ?? 0) - ((toast?.y ?? 0) + (toast?.height ?? 0))
  }
  await expect.poll(above, 'the toast covers nothing of the sheet').toBeGreaterThan(0)
  await expect(locateToast(page, 'Message Sent!')).toContainText(
    "Thank you for contacting us. We'll get back to you soon!",
  )

  const { data } = await backend.secretClient().from('contact_messages').select().eq('email', visitor.email)
  expect(data).toMatchObject([{ ...visitor, message: input.message }])
  const [mail] = await waitForMails(backend, brand.mailboxes.team, { replyTo: visitor.email })
  expect(mail?.text).toContain('is there a version for two?')

  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  await page.waitForTimeout(400)
  const again = await openContactDialogOnPage(page)
  for (const field of [again.name, again.email, again.message]) await expect(field).toHaveValue('')
})

const FAILURES = [
  { status: 400, json: { success: false, error: 'Message too long' }, text: 'Message too long' },
  { status: 500, json: { success: false }, text: 'Failed to send email' },
  { status: 200, json: { success: false }, text: 'Email sending failed' },
]

test('each failure to send a contact message shows an error toast and keeps the input; the next attempt is sent once, however often its button is pressed', {
  tag: ['@R4.5', '@R7.7', '@R8.11', '@R8.12', '@R8.13'],
}, async ({ page, announce }) => {
  for (const pattern of [/status of 400/, /status of 500/, /ERR_CONNECTION_REFUSED/]) announce.trouble(pattern)
  const { dialog, name, message, send, write } = await openContactDialog(page)
  const expectFailure = async (text: string) => {
    const shown = locateToast(page, 'Error').filter({ hasText: text })
    await expect(page.getByRole('alert').filter({ has: shown })).toBeVisible()
    await expect(dialog.getByRole('link', { name: brand.mailboxes.support })).toBeVisible()
    await expect(send).toHaveText('Send Message')
    await expect(name).toHaveValue(input.name)
    await expect(message).toHaveValue(input.message)
    await page.unroute(FUNCTION)
  }
  for (const { text, ...answer } of FAILURES) {
    await page.route(FUNCTION, (route) => route.fulfill(answer))
    await write(input)
    await expectFailure(text)
  }
  await page.route(FUNCTION, (route) => route.abort('connectionrefused'))
  await write(input)
  await expectFailure('Failed to send message. Please try again.')

  let sent = 0
  const sending = await delayRequests(page, FUNCTION, (route) => {
    sent += 1
    return route.fulfill({ json: { success: true } })
  })
  await send.click()
  await expect(send).toHaveText('Sending...')
  await expect(send).toBeDisabled()
  await send.click({ force: true })
  sending.release()
  await expect(dialog.getByRole('heading', { name: 'Message Sent!' })).toBeVisible()
  expect(sent).toBe(1)
})
