// Tests of the dialogs of the founders' console, and of the way from a message to its sender.
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { goTo, openConsole } from './console-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

test('neither Close nor Escape closes a dialog whose operation is running, so that its failure is shown there; afterwards both do; a message links to its sender, who can be exported and erased without a sign-up', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 500/)
  await using console = await openConsole(page, backend)
  await goTo(page, 'Mail')
  let fail = () => {}
  const closePressed = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/run', async (route) => {
    if (route.request().postData()?.includes('mail pause') !== true) return route.continue()
    await closePressed
    return route.fulfill({ status: 500, json: { error: { message: 'The disk is full.', hint: '' } } })
  })
  await page.getByRole('button', { name: 'Pause all mail …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause all mail?' })
  await dialog.getByRole('button', { name: 'Pause it' }).click()
  const close = dialog.getByRole('button', { name: 'Close', exact: true })
  await expect(close).toHaveAttribute('aria-disabled', 'true')
  await close.click({ force: true })
  await page.keyboard.press('Escape')
  fail()
  await expect(dialog.getByRole('alert').filter({ hasText: 'The disk is full.' })).toBeVisible()
  await close.click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Pause all mail …' }).click()
  await dialog.getByLabel('Reason').press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.unroute('**/run')

  const { name, email } = createTestVisitor()
  await backend.secretClient().from('contact_messages').insert({ name, email, message: 'Does it read RAW?' })
  await goTo(page, 'Messages')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'More about this person: export, erase' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(page.url(), 'no address is in the URL').toMatch(new RegExp(`^${console.origin}/people/[0-9a-f-]{36}$`))
  await expect(page.getByRole('button', { name: 'Export everything …' })).toBeVisible()
  await page.getByRole('button', { name: 'Erase …' }).click()
  const erase = page.getByRole('dialog', { name: 'Erase this person?' })
  await expect(erase).toContainText('1 message')
  await erase.getByLabel('To confirm').fill('erase')
  await erase.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  const { data } = await backend.secretClient().from('contact_messages').select('id').eq('email', email)
  expect(data).toEqual([])
})
