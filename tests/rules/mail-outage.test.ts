import { expect, test } from 'vitest'
import { brand } from '../support/brand.ts'
import { startMailServer } from '../support/smtp-server.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { deliverMails, readOutboxRows } from './mail-outbox.ts'

test('once an unreachable mail server is back, every waiting mail is delivered once without its back-off, and the team is told once', async () => {
  const away = await startMailServer()
  const { url } = away
  await away[Symbol.asyncDispose]()
  await using backend = await startBackend({ env: { SMTP_URL: url } })
  const visitors = Array.from({ length: 12 }, createTestVisitor)
  await Promise.all(
    visitors.map(async (visitor) => {
      const client = backend.client()
      expect((await client.from('early_access_users').insert(visitor)).error).toBeNull()
      const body = { type: 'welcome_free', userData: { ...visitor, is_paid: false } }
      const { error } = await client.functions.invoke('send-notifications', { body })
      expect(error.context.status).toBe(503)
    }),
  )
  // Five failures pause the queue: the other mails wait without an attempt.
  const failed = async () => (await readOutboxRows(backend)).filter(({ last_error }) => last_error !== null)
  await expect.poll(async () => (await failed()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
  await using server = await startMailServer('takes', Number(new URL(url).port))
  // Ends the pause, as the passing of half a minute would. The back-offs of the mails that failed go on. An attempt that began before the
  // server was back may begin the pause anew.
  await expect
    .poll(
      async () => {
        await backend.secretClient().rpc('retry_mail', { mail_id: crypto.randomUUID() })
        await Promise.all([deliverMails(backend), deliverMails(backend), deliverMails(backend)])
        return server.taken.length
      },
      { timeout: 30_000 },
    )
    .toBe(visitors.length + 1)
  const expected = [...visitors.map(({ email }) => email), brand.mailboxes.team]
  expect(server.taken.flatMap(({ to }) => to).sort()).toEqual(expected.sort())
  const notice = server.taken.find(({ to }) => to.includes(brand.mailboxes.team))?.mail
  expect(notice).toMatchObject({ subject: 'Your mail server accepts mail again' })
  expect(notice?.text).toMatch(/No mail server at \S+:\d+: ECONNREFUSED/)
  const events = backend.log().match(/"event":"mail_(delivery_failed|server_\w+)"/g) ?? []
  expect(events.filter((event) => event.includes('delivery_failed')).length).toBeLessThanOrEqual(8)
  expect(events.filter((event) => event.includes('server_'))).toEqual([
    '"event":"mail_server_failing"',
    '"event":"mail_server_recovered"',
  ])
})
