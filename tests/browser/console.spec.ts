// Walks through the founders' console, which is served by its own program on 127.0.0.1, against a real backend.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { waitForMails } from '../support/mail-box.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { startConsole, type TestConsole } from '../support/start-console.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { findWcagViolations } from './accessible.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

const HOSTILE = `<img src=x onerror="document.title='hit'"><script>document.title='hit'</script> \u202e"}`
const PAGES = ['Today', 'People', 'Messages', 'Mail', 'Releases', 'Backups', 'Health', 'Settings', 'Log']

/** Fills a backend with a person, a message and a mail that was given up, whose texts are hostile where the database allows it. */
async function fill(backend: TestBackend) {
  const operator = backend.secretClient()
  const visitor = createTestVisitor()
  const buyer = { ...createTestVisitor(), is_paid: true, amount: 29, order_id: `cs_${Date.now()}` }
  expect((await operator.from('early_access_users').insert(visitor)).error).toBeNull()
  expect((await operator.from('early_access_users').insert(buyer)).error).toBeNull()
  const message = { name: HOSTILE.slice(0, 100), email: visitor.email, message: HOSTILE }
  expect((await operator.from('contact_messages').insert(message)).error).toBeNull()
  const mail = {
    kind: 'welcome_free',
    recipient: visitor.email,
    gave_up_at: new Date().toISOString(),
    last_error: HOSTILE,
  }
  expect((await operator.from('mail_outbox').insert(mail)).error).toBeNull()
  return { visitor, buyer }
}

/** Starts a console and opens its link. Disposing leaves the page first, because it would report requests that are not answered any more. */
async function openConsole(page: Page, backend: TestBackend): Promise<TestConsole> {
  const console = await startConsole(backend)
  await page.goto(console.link)
  return {
    ...console,
    async [Symbol.asyncDispose]() {
      for (const each of page.context().pages()) await each.goto('about:blank')
      await console[Symbol.asyncDispose]()
    },
  }
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider, { message: `${where} scrolls sideways`, timeout: 2_000 }).toBe(0)
}

for (const engine of ['pglite', 'postgres'] as const) {
  test(`every page of the console is readable at 1440, 768 and 360 px, in both colour schemes and without a violation of WCAG 2.2 AA (${engine})`, async ({
    page,
    backend: shared,
    announce,
  }) => {
    announce.host('127.0.0.1')
    await using own = engine === 'pglite' ? null : await startBackend({ engine })
    const backend = own ?? shared
    await fill(backend)
    await using console = await openConsole(page, backend)
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    expect(page.url(), 'the token has left the address').toBe(`${console.origin}/today`)
    for (const name of PAGES) {
      await goTo(page, name)
      await expect(page.getByText('Reading …')).toHaveCount(0)
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page, `${name} at ${width} px`)
        if (width !== 360) expect(await findWcagViolations(page), `${name} at ${width} px`).toEqual([])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    expect(await page.title()).not.toBe('hit')
    // Another tab of the same browser has the session too; another browser has not.
    const second = await page.context().newPage()
    await second.goto(`${console.origin}/people`)
    await expect(second.getByRole('table')).toBeVisible()
  })
}

test('the link of the console works once: another browser shows that the session has ended', async ({
  page,
  backend,
  browser,
  announce,
}) => {
  announce.host('127.0.0.1')
  await using console = await openConsole(page, backend)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Signed up')).toBeVisible()
  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await other.goto(console.link)
  await expect(other.getByRole('heading', { level: 1, name: 'The session has ended' })).toBeVisible()
  await stranger.close()
})

test('a founder finds a person by a part of the address, reads everything about them, and erases them after typing the word', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const { visitor } = await fill(backend)
  await using console = await openConsole(page, backend)
  await goTo(page, 'People')
  await page.keyboard.press('/')
  await page.keyboard.type(visitor.email.slice(0, 24))
  const row = page.getByRole('row').filter({ hasText: visitor.email })
  await expect(row).toBeVisible()
  expect(page.url(), 'the searched text is not in the address').toBe(`${console.origin}/people`)
  await row.getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: visitor.name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mails' })).toContainText('welcome_free')
  expect(await findWcagViolations(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything' }).click()
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
  await expect(page.getByRole('row').nth(1)).toContainText('privacy erase')
  await expect(page.getByRole('row').nth(1)).toContainText('asked us by mail')
  await expect(page.getByText(visitor.email)).toHaveCount(0)
})

test('filters and sorting are kept in the address, pages turn both ways, and an export has what the filter matches', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const { buyer } = await fill(backend)
  await backend
    .secretClient()
    .from('early_access_users')
    .insert(Array.from({ length: 120 }, createTestVisitor))
  await backend.secretClient().from('mail_outbox').delete().is('sent_at', null)
  await using _console = await openConsole(page, backend)
  await goTo(page, 'People')
  const firstRow = page.getByRole('row').nth(1)
  const first = (await firstRow.textContent()) ?? ''
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Page 2' })).toBeVisible()
  await expect(firstRow).not.toHaveText(first)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('heading', { name: 'Page 1' })).toBeVisible()
  await expect(firstRow).toHaveText(first)

  await page.getByLabel('Status').selectOption('paid')
  await page.getByRole('button', { name: 'Address' }).click()
  await expect(page.getByRole('columnheader', { name: 'Address' })).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: buyer.email })).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('paid')

  await page.getByRole('button', { name: 'Export …' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain(buyer.email)
  for (const line of csv.trim().split('\r\n').slice(1)) expect(line).toContain(',true,')
})

test('a founder answers a message after seeing to whom it goes, notes something, and the answer arrives by mail', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const visitor = createTestVisitor()
  const message = { ...visitor, message: `Does it read RAW?\n${HOSTILE}` }
  await backend.secretClient().from('contact_messages').insert(message)
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Messages')
  await page.getByRole('link', { name: visitor.name }).click()
  await expect(page.getByRole('article', { name: 'Message' })).toContainText(HOSTILE)
  await page.getByLabel('Your answer').fill('Yes, it does.')
  const program = page.getByRole('link', { name: 'Open in the mail program' })
  await expect(program).toHaveAttribute('href', new RegExp(`^mailto:${encodeURIComponent(visitor.email)}\\?`))
  await page.getByRole('button', { name: 'Send …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this answer?' })
  await expect(dialog).toContainText(visitor.email)
  await dialog.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByRole('article', { name: 'Answer' })).toContainText('Yes, it does.')
  await expect(page.getByLabel('Your answer')).toHaveValue('')
  const [mail] = await waitForMails(backend, visitor.email)
  expect(mail?.text).toContain('Yes, it does.')

  await page.getByLabel('For you and your co-founders').fill('asked twice')
  await page.getByRole('button', { name: 'Save the note' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The note is saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('For you and your co-founders')).toHaveValue('asked twice')
  expect(await page.title()).not.toBe('hit')
})

test('mail is paused with a reason and resumed, a template is shown light, dark and as text, and a test mail arrives', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 400/)
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Mail')
  await page.getByRole('button', { name: 'Pause all mail …' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('a wrong link')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause it' }).click()
  await expect(page.getByText('All mail is paused.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume all mail' }).click()
  await expect(page.getByText('All mail is paused.')).toHaveCount(0)

  await page.getByRole('link', { name: 'Templates' }).click()
  await page.getByRole('link', { name: 'contact message' }).click()
  const shown = page.frameLocator('iframe').locator('body')
  await expect(shown).toContainText('A message for you')
  const light = await shown.evaluate((body) => getComputedStyle(body).backgroundColor)
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(shown).not.toHaveCSS('background-color', light)
  expect(await findWcagViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.locator('pre')).toContainText('A message for you')

  const { email } = createTestVisitor()
  await page.getByLabel('Your address').fill('nobody')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('"nobody" is not an email address.')).toBeVisible()
  await page.getByLabel('Your address').fill(email)
  await page.getByRole('button', { name: 'Send a test' }).click()
  expect(await waitForMails(backend, email)).toHaveLength(1)
})

test('a founder changes the spots with a reason, and a backup is made and checked', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 400/)
  await using _console = await openConsole(page, backend)
  await page.getByRole('region', { name: 'Spots left' }).getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Spots left').fill('many')
  await dialog.getByLabel('Reason').fill('second wave')
  await dialog.getByRole('button', { name: 'Set the spots' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('The number of spots must be a whole number')
  await expect(dialog.getByLabel('Reason'), 'what was typed stays').toHaveValue('second wave')
  await dialog.getByLabel('Spots left').fill('57')
  await dialog.getByRole('button', { name: 'Set the spots' }).click()
  await expect(page.getByRole('region', { name: 'Spots left' })).toContainText('→ 57')

  await goTo(page, 'Backups')
  await page.getByRole('button', { name: 'Make a backup' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: /^Check site-/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Every file is intact' })).toBeVisible()
  await expect(page.getByText('npm run admin -- restore')).toBeVisible()
})
