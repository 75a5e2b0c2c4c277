// Tests of the founders' console, which its own program serves on 127.0.0.1, against a real backend.
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { brand } from '../support/brand.ts'
import { startHostWithoutOperations } from '../support/host-without-operations.ts'
import { expect, test } from '../support/journey.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { findWcagViolations } from './accessible.ts'
import { expectGoodAtAllWidths, fillForConsole, goTo, openConsole } from './console-page.ts'
import { WHOLLY } from './page-checks.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

test('no page of the console scrolls sideways, breaks a word or shows a key at 1440, 768 or 360 px, or violates WCAG 2.2 AA', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  await fillForConsole(backend)
  await using console = await openConsole(page, backend)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  expect(page.url(), 'the token has left the address').toBe(`${console.origin}/today`)
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  const names = await links.evaluateAll((all) => all.map((link) => link.firstChild?.textContent ?? ''))
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    await goTo(page, name)
    await expect(page.getByText('Reading …')).toHaveCount(0)
    await expectGoodAtAllWidths(page, name)
    if (name === 'Health') continue // it names variables and files to change
    const words = await page.locator('#content').evaluate((content) => {
      const copy = content.cloneNode(true) as HTMLElement
      for (const code of copy.querySelectorAll('code, pre')) code.remove()
      return copy.innerText
    })
    const raw = words.match(/\b(?:true|false|null|undefined|NaN|[a-z]+(?:_[a-z]+)+|\d{4}-\d\d-\d\d)\b(?!T)/g)
    expect(raw ?? [], `${name} shows keys of the database`).toEqual([])
  }
  expect(await page.title()).not.toBe('hit')
  await page.setViewportSize({ width: 360, height: 900 })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Mail' }).getByText(/\d/)).toBeAttached()
  const current = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Log' })
  await expect(current, 'the link of the page is in view beside the numbers of other links').toBeInViewport(WHOLLY)
  const list = page.getByRole('navigation', { name: 'Pages' }).getByRole('list')
  await expect(list, 'the end of the list fades out').toHaveCSS('mask-image', /linear-gradient/)
  const right = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right)
  expect(await right(current), 'the last link is clear of the fade').toBeLessThanOrEqual((await right(list)) - 31)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Another tab of the same browser shares the session.
  const second = await page.context().newPage()
  await second.goto(`${console.origin}/people`)
  await expect(second.getByRole('table')).toBeVisible()
})

test('a founder finds a person by a part of the address, exports their data, and erases them after typing the word “erase”', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const { visitor } = await fillForConsole(backend)
  await using console = await openConsole(page, backend)
  await goTo(page, 'People')
  await page.keyboard.press('/')
  await page.keyboard.type(visitor.email.slice(0, 24))
  const row = page.getByRole('row').filter({ hasText: visitor.email })
  await expect(page.getByRole('row'), 'the search leaves one person').toHaveCount(2)
  await expect(row).toBeVisible()
  expect(page.url(), 'the searched text is not in the address').toBe(`${console.origin}/people`)
  await row.getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: visitor.name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Emails' })).toContainText('Welcome')
  expect(await findWcagViolations(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything …' }).click()
  const saving = page.getByRole('dialog', { name: 'Export everything?' })
  await expect(saving.getByRole('listitem')).toHaveText(['1 sign-up', '1 message', '2 emails'])
  await expectGoodAtAllWidths(page, 'The dialog of an export')
  await saving.getByRole('button', { name: 'Save the file' }).click()
  const copy = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(copy).toMatchObject({ address: visitor.email, signups: [{ name: visitor.name }] })

  await page.getByRole('button', { name: 'Erase …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase this person?' })
  await expect(dialog).toContainText('1 sign-up')
  expect(await findWcagViolations(page)).toEqual([])
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  await expect(erase, 'nothing is erased before the word is typed').toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Reason').fill('asked us by mail')
  await dialog.getByLabel('To confirm').fill('erase')
  await erase.click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  const { data } = await backend.secretClient().from('early_access_users').select('id').eq('email', visitor.email)
  expect(data).toEqual([])
  await goTo(page, 'Log')
  await expect(page.getByRole('row').nth(1)).toContainText('Erased a person')
  await expect(page.getByRole('row').nth(1)).toContainText('asked us by mail')
  await expect(page.getByText(visitor.email)).toHaveCount(0)
})

test('filters are kept in the URL, paging works in both directions, and an export has only the rows that the filter matches', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const { buyer } = await fillForConsole(backend)
  const operator = backend.secretClient()
  await operator.from('early_access_users').insert(Array.from({ length: 120 }, createTestVisitor))
  await operator.from('mail_outbox').delete().is('sent_at', null)
  await using _console = await openConsole(page, backend)
  await goTo(page, 'People')
  const firstRow = page.getByRole('row').nth(1)
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(page.locator('tbody tr').nth(1), 'the list begins in the first view').toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Status')).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Status')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  const first = (await firstRow.textContent()) ?? ''
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Page 2' })).toBeVisible()
  await expect(firstRow).not.toHaveText(first)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('heading', { name: 'Page 1' })).toBeVisible()
  await expect(firstRow).toHaveText(first)

  // Without a filter, the export shows its progress out of all people. The response is delayed, so that the test sees the progress.
  const { count } = await operator.from('early_access_users').select('*', { count: 'exact', head: true })
  const progressSeen = Promise.withResolvers<void>()
  await page.route('**/run', async (route) => {
    if (route.request().postData()?.includes('signups export') === true) await progressSeen.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Export …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export people' })
  await expect(dialog).toContainText(`Everyone (${count}), oldest first.`)
  const whole = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Exporting' })).toHaveAttribute('max', String(count))
  progressSeen.resolve()
  const everybody = await readFile(await (await whole).path(), 'utf8')
  expect(everybody.trim().split('\r\n')).toHaveLength(Number(count) + 1)
  await page.unroute('**/run')

  const paid = page.getByRole('row').filter({ hasText: buyer.email })
  const payment = { payment_verified: true, currency: 'USD' }
  expect((await operator.from('early_access_users').update(payment).eq('email', buyer.email)).error).toBeNull()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Page 2' })).toBeVisible()
  await page.getByLabel('Status').selectOption('paid')
  await expect(page.getByRole('heading', { name: 'Page 1' }), 'a new filter starts at its first page').toBeVisible()
  await expect(paid).toContainText('Paid, 29 USD, verified')
  await page.getByRole('button', { name: 'Address' }).click()
  await expect(page.getByRole('columnheader', { name: 'Address' })).toHaveAttribute('aria-sort', 'ascending')
  const counted = Promise.withResolvers<void>()
  await page.route('**/run', async (route) => {
    if (route.request().postData()?.includes('"today"') === true) await counted.promise
    await route.continue()
  })
  await page.reload()
  await expect(paid).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('paid')
  const exporting = page.getByRole('button', { name: 'Export …' })
  const place = await exporting.boundingBox()
  counted.resolve()
  await expect(page.getByText(/\d signed up/)).toBeVisible()
  expect(await exporting.boundingBox(), 'the controls stand still when the number of people arrives').toEqual(place)
  await page.unroute('**/run')

  await exporting.click()
  const download = page.waitForEvent('download')
  await expect(page.getByRole('dialog')).toContainText('Everyone who matches the filter')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain(buyer.email)
  for (const line of csv.trim().split('\r\n').slice(1)) expect(line).toContain(',true,')

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await paid.getByRole('link').click()
  const signup = page.getByRole('region', { name: 'Sign-up' })
  await expect(signup).toContainText('Paid, 29 USD, verified')
  await expect(signup).toContainText('PaymentVerified')
})

test('the console names the product, the site and the operator, its link works once, a founder changes the places with a reason, and a backup is made and checked', async ({
  page,
  backend,
  browser,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 400/)
  await using console = await openConsole(page, backend)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await page.reload()
  const figures = page.locator('#content .text-4xl').locator('xpath=preceding-sibling::p')
  await expect(figures).toHaveText(['Places left', 'Sign-ups today', 'Downloads today', 'Waiting for you'])
  const lowest = ['Errors in the last 24 hours', 'Mail'].map((name) => page.getByRole('region', { name, exact: true }))
  const bottoms = await Promise.all(
    lowest.map((panel) => panel.evaluate((element) => Math.round(element.getBoundingClientRect().bottom))),
  )
  expect(bottoms[0], 'both columns end at the same height').toBe(bottoms[1])
  const bar = page.getByRole('banner')
  await expect(bar).toContainText(brand.name)
  await expect(bar).toContainText('Grace Hopper')
  await expect(bar.getByRole('link', { name: new URL(backend.url).host })).toHaveAttribute('href', backend.url)
  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await other.goto(console.link)
  await expect(other.getByRole('heading', { level: 1, name: 'The session has ended' })).toBeVisible()
  await stranger.close()

  await page.getByRole('button', { name: 'Change the places' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Places left').fill('many')
  await dialog.getByLabel('Reason').fill('second wave')
  await dialog.getByRole('button', { name: 'Change them' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('The number of spots must be a whole number')
  await expect(dialog.getByLabel('Reason'), 'the typed text stays').toHaveValue('second wave')
  await dialog.getByLabel('Places left').fill('57')
  await dialog.getByRole('button', { name: 'Change them' }).click()
  await expect(page.getByRole('region', { name: 'Places changed by hand' })).toContainText('→ 57')

  await goTo(page, 'Backups')
  await page.getByRole('button', { name: 'Make a backup' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: /^Check site-/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Every file is intact' })).toBeVisible()
  await expect(page.getByText('npm run admin -- restore')).toBeVisible()
})

test('on a host without a status endpoint, Today says that errors, downloads and refused sign-ups are not counted', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  await using host = await startHostWithoutOperations(backend)
  await using _console = await openConsole(page, host)
  await expect(page.getByText('Refused sign-ups are not counted on this host.')).toBeVisible()
  for (const name of ['Downloads', 'Errors in the last 24 hours']) {
    await expect(page.getByRole('region', { name })).toContainText('Not counted on this host.')
  }
  await expect(page.getByText('every request was answered')).toHaveCount(0)
  await page.getByText('As a table').click()
  await expect(page.getByRole('row'), 'the empty days before the last 14 are left out').toHaveCount(15)
  await expect(page.getByRole('columnheader', { name: 'Refused' })).toHaveCount(0)
  await goTo(page, 'Releases')
  await expect(page.getByRole('region', { name: 'Downloads' })).toContainText('Not counted on this host.')
})
