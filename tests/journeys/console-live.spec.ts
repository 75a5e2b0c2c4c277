// Tests what the founders' console reads again while it is open.
import { expect, test } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { goTo, openConsole } from './console-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

test('the console reads nothing while its tab is hidden, and reads again when the founder returns', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  await page.clock.install()
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => sessionStorage.getItem('hidden') !== null })
  })
  const reads: string[] = []
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Mail')
  await expect(page.getByText('Reading …')).toHaveCount(0)
  page.on('request', (request) => {
    if (request.url().endsWith('/run')) reads.push(request.postData() ?? '')
  })
  await expect
    .poll(async () => {
      await page.clock.fastForward(60_000)
      return reads.length
    }, 'a visible page reads again and again')
    .toBeGreaterThan(1)
  await page.evaluate(() => sessionStorage.setItem('hidden', 'true'))
  await page.waitForLoadState('networkidle')
  reads.length = 0
  for (let minute = 0; minute < 10; minute++) await page.clock.fastForward(60_000)
  expect(reads).toEqual([])
  await page.evaluate(() => {
    sessionStorage.removeItem('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => reads.length).toBeGreaterThan(0)
})

test('Today shows a new sign-up without a reload, Settings refuses an invalid value, Health lists the worst first', async ({
  page,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 400/)
  await using backend = await startBackend()
  const operator = backend.secretClient()
  await using _console = await openConsole(page, backend)
  const figure = page.getByText('Sign-ups today', { exact: true }).locator('..').locator('p').nth(1)
  await expect(figure).toHaveText(/^[\d,]+$/)
  const before = Number((await figure.textContent())?.replaceAll(',', ''))
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  expect((await operator.from('early_access_users').insert(createTestVisitor())).error).toBeNull()
  await expect(figure).toHaveText((before + 1).toLocaleString('en-US'), { timeout: 60_000 })
  expect(loads, 'the page was not reloaded').toEqual([])

  await goTo(page, 'Settings')
  const setting = page.getByRole('listitem').filter({ hasText: 'Emails per hour' })
  await setting.getByRole('button', { name: 'Change: Emails per hour' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Emails per hour' })
  await dialog.getByLabel('New value').fill('lots')
  await dialog.getByLabel('Reason').fill('the mail host allows more')
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await expect(dialog.getByText('mail_per_hour is a whole number, and "lots" is not.')).toBeVisible()
  await expect(dialog.getByLabel('Reason'), 'the typed text stays').toHaveValue('the mail host allows more')
  await dialog.getByLabel('New value').fill('1234')
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await expect(setting).toContainText('1,234')
  await expect(page.getByRole('row').nth(1)).toContainText(/Emails per hour.*1,234the mail host allows more/)
  const pause = page.getByRole('switch', { name: 'Pause all mail' })
  await expect(pause).not.toBeChecked()
  for (const turn of ['on', 'off']) {
    await pause.press('Space')
    const asking = page.getByRole('dialog', { name: 'Pause all mail' })
    if (turn === 'off') await expect(asking).toContainText(/\d emails? will be sent\./)
    await asking.getByLabel('Reason').fill('a wrong link')
    await asking.getByRole('button', { name: `Turn it ${turn}` }).click()
    await expect(pause).toBeChecked({ checked: turn === 'on' })
  }
  await expect(page.getByRole('row').nth(1)).toContainText('Pause all mailOnOffa wrong link')

  await goTo(page, 'Health')
  const findings = page.locator('#content').getByRole('listitem')
  await expect(findings.filter({ hasText: 'Fine' }).first()).toBeVisible()
  await expect(findings.filter({ hasText: 'Broken' })).toHaveCount(0)
  await operator.from('app_settings').delete().eq('key', 'early_access_spots')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(findings.first()).toContainText('Broken')
  await expect(findings.first()).toContainText('The row early_access_spots is missing')
  const states = (await findings.allTextContents()).map(
    (text) => /^(Broken|Look into it|Before you publish|Not checked|Fine)/.exec(text)?.[1],
  )
  const order = ['Broken', 'Look into it', 'Before you publish', 'Not checked', 'Fine']
  expect(states).toEqual(states.toSorted((a, b) => order.indexOf(a ?? '') - order.indexOf(b ?? '')))
})
