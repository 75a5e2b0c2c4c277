// Tests of the pages for messages and mails in the founders' console.
import { runAdminOnBackend } from '../rules/admin-run.ts'
import { expect, test } from '../support/journey.ts'
import { readReceivedMails, waitForMails } from '../support/mail-box.ts'
import { startConsole } from '../support/start-console.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { findWcagViolations } from './accessible.ts'
import { expectGoodAtAllWidths, goTo, HOSTILE, openConsole } from './console-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

test('an answer is refused after another operator answered, and sent once the founder has seen that answer; a note is saved', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const visitor = createTestVisitor()
  const message = { ...visitor, message: `Does it read RAW?\n${HOSTILE}` }
  await backend.secretClient().from('contact_messages').insert(message)
  announce.trouble(/status of 409/)
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Messages')
  await page.getByRole('link', { name: visitor.name }).click()
  await expect(page.getByRole('article', { name: 'Message' })).toContainText(HOSTILE)
  await page.getByLabel('Your answer').fill('Yes, it does.')
  const program = page.getByRole('link', { name: 'Open in your mail app' })
  await expect(program).toHaveAttribute('href', new RegExp(`^mailto:${encodeURIComponent(visitor.email)}\\?`))
  await page.getByRole('button', { name: 'Send …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this answer?' })
  await expect(dialog).toContainText(visitor.email)
  const { data } = await backend
    .secretClient()
    .from('contact_messages')
    .select('id')
    .eq('email', visitor.email)
    .single()
  const adasAnswer = ['messages', 'answer', String(data?.id), '--text', 'Not yet.']
  expect((await runAdminOnBackend(backend, adasAnswer, { OPERATOR_NAME: 'Ada' })).code).toBe(0)
  await dialog.getByRole('button', { name: 'Send it' }).click()
  const refusal = dialog.getByText('Ada answered this message a minute ago: read that answer before you send yours.')
  await expect(refusal).toBeVisible()
  const answers = page.getByRole('article', { name: 'Answer' })
  await expect(answers, 'the page shows the answer of the other operator').toContainText('Not yet.')
  await dialog.getByRole('button', { name: 'Send it' }).click()
  await expect(refusal, 'a second press of the same button sends nothing').toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Your answer'), 'the typed text stays').toHaveValue('Yes, it does.')
  await page.getByRole('button', { name: 'Send …' }).click()
  await dialog.getByRole('button', { name: 'Send it' }).click()
  await expect(answers.last()).toContainText('Yes, it does.')
  await expect(page.getByLabel('Your answer')).toHaveValue('')
  const texts = (await waitForMails(backend, visitor.email, { count: 2 })).map(({ text }) => text?.split(/\r?\n/)[2])
  expect(new Set(texts)).toEqual(new Set(['Not yet.', 'Yes, it does.']))
  expect(texts).toHaveLength(2)

  await page.getByLabel('For you and your co-founders').fill('asked twice')
  await page.getByRole('button', { name: 'Save the note' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The note is saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('For you and your co-founders')).toHaveValue('asked twice')
  expect(await page.title()).not.toBe('hit')
})

test('mail is paused with a reason and resumed, every template is previewed light, dark and as plain text, and a test mail arrives', async ({
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
  await page.getByRole('button', { name: 'Resume all mail …' }).click()
  const resume = page.getByRole('dialog', { name: 'Resume all mail?' })
  await expect(resume).toContainText(/\d+ emails? will be sent\./)
  await expect(page.getByText('All mail is paused.'), 'mail stays paused until the dialog is confirmed').toBeVisible()
  await resume.getByRole('button', { name: 'Resume it' }).click()
  await expect(page.getByText('All mail is paused.')).toHaveCount(0)

  await page.getByRole('link', { name: 'Templates' }).click()
  const kinds = page.getByRole('navigation', { name: 'Kinds of email' }).getByRole('link')
  await expect(kinds.first()).toBeVisible()
  expect(await kinds.count()).toBeGreaterThan(10)
  for (const kind of await kinds.all()) {
    const name = (await kind.textContent()) ?? ''
    await kind.click()
    await expect(page.getByTitle(`${name}, light`), name).toBeVisible()
    const shown = page.frameLocator('iframe').locator('body')
    await expect(shown, name).toContainText(/\w{3}/)
    const light = await shown.evaluate((body) => getComputedStyle(body).backgroundColor)
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(shown, name).not.toHaveCSS('background-color', light)
    if (name === 'Message to you') expect(await findWcagViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Plain text' }).click()
    await expect(page.locator('pre'), name).toContainText(/\w{3}/)
  }

  const { email } = createTestVisitor()
  await page.getByLabel('Your address').fill('nobody')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('"nobody" is not an email address.')).toBeVisible()
  await page.getByLabel('Your address').fill(email)
  await page.getByRole('button', { name: 'Send a test' }).click()
  expect(await waitForMails(backend, email)).toHaveLength(1)
})

test('every page says that a restored site sends nothing, and a button sends what waits after a dialog with its number', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const hold = (value: string) =>
    backend.secretClient().from('app_settings').update({ value }).eq('key', 'sending_held')
  expect((await hold('true')).error).toBeNull()
  const { email, name } = createTestVisitor()
  expect((await backend.client().from('early_access_users').insert({ name, email })).error).toBeNull()
  await using _console = await openConsole(page, backend)
  const banner = page.getByText('This data was restored: no email and no webhook event is sent.')
  await expect(banner).toBeVisible()
  await expect(page.getByText('Mail is held since a restore')).toBeVisible()
  await goTo(page, 'Health')
  await expect(page.getByText(/nothing has been sent since a restore, \d+ waiting/i).first()).toBeVisible()
  await expect(banner).toBeVisible()
  expect(await findWcagViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send again …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again?' })
  await expect(dialog).toContainText(/\d+ waiting (email or event|emails and events) will be sent to real people/)
  await dialog.getByRole('button', { name: 'Send everything' }).click()
  await expect(banner).toHaveCount(0)
  expect(await waitForMails(backend, email)).toHaveLength(1)
})

test('given-up mails show their error as plain text, and are retried one by one, or all at once after a dialog with their number', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  const operator = backend.secretClient()
  const visitors = [createTestVisitor(), createTestVisitor(), createTestVisitor()]
  // Mail is paused, so that no mail is sent before it is marked as given up.
  const pauseMail = (value: string) => operator.from('app_settings').update({ value }).eq('key', 'mail_paused')
  await pauseMail('true')
  await operator.from('mail_outbox').delete().not('gave_up_at', 'is', null)
  expect((await operator.from('early_access_users').insert(visitors)).error).toBeNull()
  const givenUp = { gave_up_at: new Date().toISOString(), last_error: HOSTILE }
  for (const { email } of visitors) {
    expect((await operator.from('mail_outbox').update(givenUp).eq('recipient', email)).error).toBeNull()
  }
  await pauseMail('false')
  const [first, ...others] = visitors.map(({ email }) => email)
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Mail')
  await page.getByRole('button', { name: 'Given up' }).click()
  const row = page.getByRole('row').filter({ hasText: first ?? '' })
  await expect(row).toContainText(HOSTILE)
  await row.getByRole('button', { name: 'Retry: Welcome' }).press('Enter')
  await waitForMails(backend, first ?? '', { within: 40_000 })
  await expect(row).toHaveCount(0)

  await page.getByRole('button', { name: 'Retry all …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retry all given-up emails?' })
  await expect(dialog).toContainText('2 emails will be sent again. A sent email cannot be recalled.')
  await expectGoodAtAllWidths(page, 'The dialog before all given-up emails are retried')
  for (const address of others) expect(await readReceivedMails(backend, address)).toEqual([])
  await dialog.getByLabel('Reason').fill('the mail server is back')
  await dialog.getByRole('button', { name: 'Send them again' }).click()
  for (const address of others) await waitForMails(backend, address, { within: 40_000 })
  await expect(page.getByText('No email was given up.')).toBeVisible()
  await goTo(page, 'Log')
  await expect(page.getByRole('row').nth(1)).toContainText('Sent email again')
  await expect(page.getByRole('row').nth(1)).toContainText('the mail server is back')
  expect(await page.title()).not.toBe('hit')
})

test('a draft is kept while another message is open, and after the console was stopped the page says so and keeps the typed text', async ({
  page,
  backend,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE/)
  const [first, second] = [createTestVisitor(), createTestVisitor()]
  for (const visitor of [first, second]) {
    await backend
      .secretClient()
      .from('contact_messages')
      .insert({ ...visitor, message: 'Hello.' })
  }
  await using console = await startConsole(backend)
  await page.goto(console.link)
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await goTo(page, 'Messages')
  const open = backend.secretClient().from('contact_messages').select('id').is('answered_at', null)
  const { data: oldest } = await open.order('created_at').order('id').limit(1).single()
  await expect(page, 'the message that waits longest is open').toHaveURL(`${console.origin}/messages/${oldest?.id}`)
  const answer = page.getByLabel('Your answer')
  await page.getByRole('link', { name: first.name }).first().click()
  await answer.fill('A long answer')
  await page.getByRole('link', { name: second.name }).first().click()
  await expect(answer).toHaveValue('')
  await page.getByRole('link', { name: first.name }).first().click()
  await expect(answer).toHaveValue('A long answer')

  await console[Symbol.asyncDispose]()
  await page.getByRole('button', { name: 'Send …' }).click()
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(
    page.getByRole('dialog').getByRole('alert').filter({ hasText: 'The console does not answer.' }),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(answer).toHaveValue('A long answer')
})
