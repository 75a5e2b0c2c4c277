// Tests of the pages for waves and webhooks, and of paging the mails, in the founders' console.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectOneInvitationEach, prepareWavePeople } from '../rules/wave-people.ts'
import { expect, test } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { startWebhookReceiver, webhookEnvironment } from '../support/webhook-receiver.ts'
import { chooseFiles } from './choose-files.ts'
import { expectGoodAtAllWidths, goTo, HOSTILE, openConsole } from './console-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

test('a founder plans a wave, sees the number and ten names, sends it after a confirmation, and continues it when there are places again', async ({
  page,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 400/)
  await using backend = await startBackend()
  const people = await prepareWavePeople(backend, { count: 14, spots: 12 })
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Waves')
  await expect(page.getByText('No wave has been sent yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the plan' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Say whom to invite' })).toBeVisible()
  await page.getByLabel('How many people').fill('13')
  await page.getByLabel('How many people').press('Enter')
  await expect(page.getByText('12 people would be invited.')).toBeVisible()
  await expect(page.getByText('Only 12 of 13, because there are no more places.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('row').nth(1)).toContainText(people[0]?.email ?? '')
  await expect(page.getByText('and 2 more')).toBeVisible()
  await expectGoodAtAllWidths(page, 'The plan')

  await page.getByLabel('Name of the wave').fill('Spring 1')
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '--wave must be 1 to 40 lower-case letters' })).toBeVisible()
  await page.getByLabel('Name of the wave').fill('spring-1')
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await page.getByRole('button', { name: 'Send the invitations …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send the wave spring-1?' })
  await expect(dialog.getByText('An invitation cannot be withdrawn.')).toBeVisible()
  await expectGoodAtAllWidths(page, 'The dialog of a wave')
  await dialog.getByLabel('Reason').fill('first wave')
  await dialog.getByRole('button', { name: 'Invite 12 people' }).click()
  await expect(page.getByRole('status').filter({ hasText: '12 people invited' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'spring-1' })
  await expect(row).toContainText('12 of 13')
  expect(await expectOneInvitationEach(backend)).toBe(12)

  const more = { value: '5' }
  await backend.secretClient().from('app_settings').update(more).eq('key', 'early_access_spots')
  await page.getByRole('button', { name: 'Continue spring-1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite 1 person' }).click()
  await expect(row).toContainText('13 of 13')
  expect(await expectOneInvitationEach(backend)).toBe(13)

  await goTo(page, 'People')
  const invited = page.getByRole('row').filter({ hasText: people[0]?.email ?? '' })
  await expect(invited).toContainText('spring-1')
  await invited.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Sign-up' })).toContainText('Wavespring-1Invited')
})

test('a wave is planned from a chosen file with addresses, and an invalid line is reported with its number', async ({
  page,
  announce,
}) => {
  announce.host('127.0.0.1')
  announce.trouble(/status of 409/)
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('lists-')
  const people = await prepareWavePeople(backend, { count: 3, spots: 12 })
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Waves')
  await page.getByRole('button', { name: 'A list' }).click()
  for (const [text, outcome] of [
    ['nobody\n', 'friends.txt, line 1: "nobody" is not an email address.'],
    [`${people[1]?.email}\nstranger@guests.example.com\n`, '1 of the list not signed up: stranger@guests.example.com'],
  ] as const) {
    const file = join(folder.path, 'friends.txt')
    await writeFile(file, text)
    await chooseFiles(page, () => page.getByRole('button', { name: /^(Choose|Change) the list$/ }).click(), file)
    await expect(page.getByText('friends.txt', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await expect(page.getByText(outcome)).toBeVisible()
  }
  await expect(page.getByText('1 person would be invited.')).toBeVisible()
})

test('webhooks: a founder sees the targets without secrets, tests one, and sends events again', async ({
  page,
  announce,
}) => {
  announce.host('127.0.0.1')
  await using receiver = await startWebhookReceiver()
  await using backend = await startBackend({ env: webhookEnvironment(receiver, { personal_data: true }) })
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Webhooks')
  const target = page.getByRole('region', { name: 'crm' })
  await expect(target).toContainText('Personal data')
  await target.getByRole('button', { name: 'Test crm' }).press('Enter')
  await expect(target.getByRole('status')).toHaveText('It accepted the event.')
  receiver.respond((response) => response.writeHead(410).end())
  await target.getByRole('button', { name: 'Test crm' }).click()
  await expect(target.getByRole('status')).toContainText('410')
  await expect(target).toContainText('Stopped')
  await backend.secretClient().from('webhook_outbox').update({ last_error: HOSTILE }).is('delivered_at', null)
  await expect(page.getByRole('row').filter({ hasText: 'Test event' })).toContainText('<img src=x', {
    timeout: 20_000,
  })
  await expectGoodAtAllWidths(page, 'Webhooks')
  expect(await page.title()).not.toBe('hit')
  expect(await page.content()).not.toMatch(/whsec_|\/hook/)

  receiver.respond((response) => response.writeHead(204).end())
  await target.getByRole('button', { name: 'Resume it: crm' }).click()
  const resume = page.getByRole('dialog', { name: 'Send again to crm?' })
  await expect(resume).toContainText('0 events will be sent to crm again, and its waiting events too.')
  await resume.getByRole('button', { name: 'Send them again' }).click()
  await expect(target).toContainText('Works', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Delivered' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Test event' })).toHaveCount(2, { timeout: 60_000 })
  const before = receiver.requests()
  await page.getByRole('button', { name: 'Send again: Test event' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: '1 event will be sent again now' })).toBeVisible()
  await expect.poll(() => receiver.requests(), { timeout: 60_000 }).toBe(before + 1)
  await target.getByRole('button', { name: 'Send again since …: crm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again to crm?' })
  await expectGoodAtAllWidths(page, 'The dialog of a replay')
  await expect(dialog.getByRole('button', { name: 'Send them again' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Since').fill('2020-01-01')
  await expect(dialog).toContainText('2 events will be sent to crm again')
  await dialog.getByRole('button', { name: 'Send them again' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 events will be sent again now' })).toBeVisible()
})

test('the list of mails turns its pages in both directions, and shows the first page when another state is chosen', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.host('127.0.0.1')
  await using backend = await startBackend()
  const operator = backend.secretClient()
  const mails = Array.from({ length: 130 }, (_, number) => ({
    kind: 'welcome_free',
    recipient: createTestVisitor().email,
    sent_at: new Date(Date.now() - number * 60_000).toISOString(),
  }))
  expect((await operator.from('mail_outbox').insert(mails)).error).toBeNull()
  await using _console = await openConsole(page, backend)
  await goTo(page, 'Mail')
  await page.getByRole('button', { name: 'Sent' }).click()
  await expect(page.getByRole('row')).toHaveCount(101)
  await expect(page.getByRole('row').nth(1)).toContainText(mails[0]?.recipient ?? '')
  await page.getByRole('button', { name: 'Older' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Page 2' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(31)
  await expect(page.getByRole('row').nth(1)).toContainText(mails[100]?.recipient ?? '')
  await expect(page.getByRole('button', { name: 'Older' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Newer' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(mails[0]?.recipient ?? '')
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByRole('button', { name: 'Waiting' }).click()
  await expect(page.getByText('No email is waiting.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Earlier' })).toHaveAttribute('aria-disabled', 'true')
})
