import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readReceivedMails, waitForMails } from '../support/mail-box.ts'
import { createDatabase, runSql } from '../support/postgres.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testWithSql } from '../support/test-with-sql.ts'
import { startWebhookReceiver, webhookEnvironment } from '../support/webhook-receiver.ts'
import { runAdminJson, runAdminOnBackend, runAdminWithEnvironment } from './admin-run.ts'
import { deliverMails } from './mail-outbox.ts'

const GREETING = 'This data was restored or copied: no mail and no webhook event is sent until npm run admin -- resume'

/** Signs a visitor up whose welcome mail and event wait, as at any moment of a site in use. */
async function signUpUnsent(backend: TestBackend) {
  const visitor = createTestVisitor()
  await runAdminOnBackend(backend, ['mail', 'pause'])
  expect((await backend.client().from('early_access_users').insert(visitor)).error).toBeNull()
  return visitor
}

/** Ends the pause and the back-offs of the original, so that only the hold of the copy keeps mails and events back. */
async function makeAllDue(copy: TestBackend): Promise<void> {
  await runAdminOnBackend(copy, ['mail', 'pause', '--off'])
  const due = { due_at: new Date(0).toISOString() }
  expect((await copy.secretClient().from('webhook_outbox').update(due).is('delivered_at', null)).error).toBeNull()
  await copy.secretClient().rpc('replay_webhooks', { webhook_id: null, target_name: 'crm', since: '2099-01-01' })
  await deliverMails(copy)
  expect((await copy.secretClient().functions.invoke('deliver-webhooks', { body: {} })).error).toBeNull()
}

test('a backup that was unpacked by the command restore or by tar sends no mail and no webhook event until the command resume, and says so at the start', async () => {
  await using folder = await createTemporaryFolder('holds-')
  await using receiver = await startWebhookReceiver()
  receiver.respond((response) => response.writeHead(500).end())
  const env = webhookEnvironment(receiver, { personal_data: true })
  await using original = await startBackend({ ownDatabase: true, env })
  const { email } = await signUpUnsent(original)
  const { file } = await runAdminJson(original, ['backup', '--to', join(folder.path, 'site.tar.gz')])
  await original.stop()
  receiver.respond((response) => response.writeHead(204).end())
  const requests = receiver.requests()
  const expectHold = async (copy: TestBackend) => {
    expect(copy.log()).toContain(GREETING)
    await makeAllDue(copy)
    expect(await readReceivedMails(copy, email)).toEqual([])
    expect(receiver.requests()).toBe(requests)
  }

  const unpacked = join(folder.path, 'unpacked')
  await mkdir(unpacked, { mode: 0o700 })
  await promisify(execFile)('tar', ['-xzf', file, '-C', unpacked])
  {
    await using copy = await startBackend({ dataDir: unpacked, env })
    await expectHold(copy)
  }

  const dataDir = join(folder.path, 'restored')
  const restored = await runAdminWithEnvironment(['restore', file, '--yes'], { DATA_DIR: dataDir })
  expect(restored.out).toContain('sends no email and no webhook event until: npm run admin -- resume')
  await using copy = await startBackend({ dataDir, env })
  await expectHold(copy)
  expect((await runAdminOnBackend(copy, ['doctor'])).out).toMatch(
    /! mail +nothing has been sent since a restore, 1 waiting; to send them: resume\n[^]*! webhooks +crm: nothing has been sent since a restore, 1 waiting; to send them: resume/,
  )
  for (const command of [['today'], ['mail', 'list'], ['webhooks', 'list']])
    expect((await runAdminOnBackend(copy, command)).out, command.join(' ')).toMatch(
      /nothing has been sent since a restore/i,
    )
  expect((await runAdminOnBackend(copy, ['webhooks', 'test', 'crm'])).err).toContain('Nothing is sent since a restore.')
  expect((await runAdminOnBackend(copy, ['resume', '--preview'])).out).toContain(
    '1 email and 1 webhook event would be sent.',
  )
  expect((await runAdminOnBackend(copy, ['resume'])).out).toContain('1 email and 1 webhook event are being sent.')
  expect(await waitForMails(copy, email, { within: 30_000 })).toHaveLength(1)
  await expect.poll(() => receiver.requests(), { timeout: 30_000 }).toBe(requests + 1)
  await copy.stop()
  await copy.start()
  expect(copy.log().split(GREETING), 'not after the command').toHaveLength(2)
})

testWithSql(
  'a copy of a PostgreSQL database sends no mail until the command resume, and the original goes on',
  async (original) => {
    const { email } = await signUpUnsent(original)
    await original.stop()
    const source = new URL(original.databaseUrl)
    const name = `copy_${source.pathname.slice(1)}`.slice(0, 60)
    const server = new URL('/postgres', source).href
    const databaseUrl = await createDatabase(server, name, source.pathname.slice(1))
    await using folder = await createTemporaryFolder('copy-')
    await cp(original.dataDir, folder.path, { recursive: true })
    {
      await using copy = await startBackend({ databaseUrl, dataDir: folder.path })
      expect(copy.log()).toContain(GREETING)
      await runAdminOnBackend(copy, ['mail', 'pause', '--off'])
      await deliverMails(copy)
      expect(await readReceivedMails(copy, email)).toEqual([])
      await runAdminOnBackend(copy, ['resume'])
      expect(await waitForMails(copy, email, { within: 30_000 })).toHaveLength(1)
    }
    await original.start()
    expect(original.log()).not.toContain(GREETING)
    await runSql(server, `drop database "${name}" with (force)`)
  },
)
