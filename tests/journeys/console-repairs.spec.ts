// The repairs of sign-ups in the founders' console: corrections, payments verified by hand, imported lists.
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectGoodAtAllWidths, goTo, openConsole } from './console-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

test('a founder imports a list, corrects a sign-up, and verifies its payment by hand, each with a reason', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const [wrong, right] = [createTestVisitor(), createTestVisitor()]
  await using _console = await openConsole(page, backend)
  await goTo(page, 'People')
  await page.getByRole('button', { name: 'Import …' }).click()
  const importing = page.getByRole('dialog', { name: 'Import sign-ups' })
  const chooser = page.waitForEvent('filechooser')
  await importing.getByRole('button', { name: 'Choose the list' }).click()
  const list = `name,email,is_paid,amount,order_id\n"Ada Larsen, MD",${wrong.email},true,29,cs_${wrong.email}\n`
  await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await expect(importing).toContainText('list.csv: 1 in the list')
  await expectGoodAtAllWidths(page, 'The dialog of an import')
  await importing.getByLabel('Reason').fill('the list of the fair')
  await importing.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(importing).toBeHidden()

  await page.getByRole('row').filter({ hasText: wrong.email }).getByRole('link').click()
  const panel = page.getByRole('region', { name: 'Sign-up' })
  await expect(panel).toContainText('Name contains invalid characters')
  await panel.getByRole('button', { name: 'Correct …' }).click()
  const correcting = page.getByRole('dialog', { name: 'Correct the sign-up' })
  await correcting.getByRole('textbox', { name: 'Name' }).fill('Ada Larsen')
  await correcting.getByRole('textbox', { name: 'Address' }).fill(right.email)
  await expectGoodAtAllWidths(page, 'The dialog of a correction')
  await correcting.getByLabel('Reason').fill('a typing error')
  await correcting.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(correcting).toBeHidden()
  await expect(panel).toContainText(right.email)
  await expect(panel).not.toContainText('To review')

  await panel.getByRole('button', { name: 'Verify …' }).click()
  const verifying = page.getByRole('dialog', { name: 'Mark the payment as verified?' })
  await expectGoodAtAllWidths(page, 'The dialog of a payment')
  await verifying.getByLabel('Reason').fill('found in the list of payments')
  await verifying.getByRole('button', { name: 'Verified' }).click()
  await expect(panel.getByRole('button', { name: 'Undo verification …' })).toBeVisible()

  await goTo(page, 'Log')
  for (const act of ['Imported sign-ups', 'Corrected a sign-up', 'Verified a payment']) {
    await expect(page.getByRole('row').filter({ hasText: act })).toHaveCount(1)
  }
  await expect(page.getByText(right.email)).toHaveCount(0)
})
