// Tests of the pages of the founders' console that turn the pages of a list.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { startWebhookReceiver, webhookEnvironment } from '../support/webhook-receiver.ts'
import { goTo, openConsole } from './console-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
test.describe.configure({ timeout: 180_000 })

/** The lists with pages: the page of the console, the number of rows of a page, and the button that turns it. */
const LISTS = [
  ['People', 50, 'Next'],
  ['Messages', 50, 'Older'],
  ['Mail', 100, 'Later'],
  ['Webhooks', 100, 'Older'],
  ['Settings', 50, 'Older'],
  ['Log', 50, 'Older'],
] as const

const rowsOf = (page: Page, name: string) =>
  name === 'Messages'
    ? page.getByRole('region', { name: 'List of messages' }).getByRole('listitem')
    : page.locator('tbody').getByRole('row')

test('every list with exactly one page of rows has no next page; with one row more, a double press turns one page, which has that row', {
  tag: '@rehearsal',
}, async ({ page, announce }) => {
  announce.host('127.0.0.1')
  await using receiver = await startWebhookReceiver()
  receiver.respond((response) => response.writeHead(500).end())
  await using backend = await startBackend({ env: webhookEnvironment(receiver, { personal_data: true }) })
  const operator = backend.secretClient()
  await operator.from('app_settings').update({ value: 'true' }).eq('key', 'mail_paused')
  // Inserts as many rows into each table as it lacks to have the given number.
  const fill = async (rows: Record<string, number>) => {
    const add = async (table: string, wanted: number, insert: (missing: number) => Promise<unknown>) => {
      const { count } = await operator.from(table).select('*', { count: 'exact', head: true })
      if (wanted > (count ?? 0)) await insert(wanted - (count ?? 0))
    }
    const visitors = (missing: number) => Array.from({ length: missing }, createTestVisitor)
    await add('early_access_users', rows['People'] ?? 0, async (missing) =>
      operator.from('early_access_users').insert(visitors(missing)),
    )
    await add('contact_messages', rows['Messages'] ?? 0, async (missing) =>
      operator.from('contact_messages').insert(visitors(missing).map((person) => ({ ...person, message: 'Hello' }))),
    )
    await add('mail_outbox', rows['Mail'] ?? 0, async (missing) =>
      operator
        .from('mail_outbox')
        .insert(visitors(missing).map(({ email }) => ({ kind: 'welcome_free', recipient: email }))),
    )
    await add('setting_changes', rows['Settings'] ?? 0, async (missing) => {
      for (let number = 0; number < missing; number++) {
        const value = String(1000 + number + missing)
        await operator.from('app_settings').update({ value }).eq('key', 'early_access_spots')
      }
    })
    await add('operator_acts', rows['Log'] ?? 0, async (missing) => {
      const act = { who: 'Ada', via: 'console', act: 'spots set', detail: '1', reason: null }
      for (let number = 0; number < missing; number++) await operator.rpc('begin_act', act)
    })
    // Each sign-up and message has queued an event.
    const { data } = await operator.from('webhook_outbox').select('id').order('created_at')
    const surplus = (data ?? []).slice(rows['Webhooks'] ?? 0).map(({ id }) => String(id))
    await operator.from('webhook_outbox').delete().in('id', surplus)
  }
  await using _console = await openConsole(page, backend)
  for (const more of [0, 1]) {
    await fill(Object.fromEntries(LISTS.map(([name, size]) => [name, size + more])))
    for (const [name, size, button] of LISTS) {
      await goTo(page, name)
      await expect(rowsOf(page, name), name).toHaveCount(size)
      const next = page.getByRole('button', { name: button })
      if (more === 0) {
        if (name === 'Messages') await expect(next, name).toHaveCount(0)
        else await expect(next, name).toHaveAttribute('aria-disabled', 'true')
        continue
      }
      await next.dblclick()
      await expect(rowsOf(page, name), name).toHaveCount(1)
      await expect(next, name).toHaveAttribute('aria-disabled', 'true')
    }
  }
})
