// Makes a backend log those events in docs/watching.md that other tests do not cause. tests/whole compares the logged events with the docs.
import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { downloadFilePrefix } from '../support/brand.ts'
import { runSql } from '../support/postgres.ts'
import { openRealtimeSocket } from '../support/realtime-socket.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { startWebhookReceiver, webhookEnvironment } from '../support/webhook-receiver.ts'
import { createMember } from './auth-member.ts'
import { joinSpots } from './spots.ts'

const WITHIN = { timeout: 20_000, interval: 100 }
/** The first deletion of expired rows of accounts comes a minute after the start. */
const AFTER_THE_FIRST_MINUTE = { timeout: 100_000, interval: 500 }

/** Renames database functions, so that calls of them fail. Returns a function that restores their names. */
async function renameFunctions(backend: TestBackend, names: readonly string[]): Promise<() => Promise<void>> {
  const rename = (name: string, from: string, to: string) =>
    runSql(backend.databaseUrl, `alter function ${name.replace(/\w+$/, from)} rename to ${to}`)
  const parts = names.map((name) => ({ name, own: name.split('.').at(-1) ?? '' }))
  for (const { name, own } of parts) await rename(name, own, `renamed_${own}`)
  return async () => {
    for (const { name, own } of parts) await rename(name, `renamed_${own}`, own)
  }
}

const logged = (backend: TestBackend, event: string) => backend.log().includes(`"event":"${event}"`)

async function expectEvents(backend: TestBackend, events: readonly string[], within = WITHIN): Promise<void> {
  await expect.poll(() => events.filter((event) => !logged(backend, event)), within).toEqual([])
}

async function post(backend: TestBackend, path: string, body: object, key = backend.publishableKey): Promise<number> {
  const headers = { apikey: key, 'content-type': 'application/json' }
  const response = await fetch(`${backend.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.body?.cancel()
  return response.status
}

test('background tasks that fail after a start log the events in docs/watching.md', async () => {
  await using receiver = await startWebhookReceiver()
  await using backend = await startBackend({ ownDatabase: true, env: webhookEnvironment(receiver) })
  const { dataDir, databaseUrl } = backend
  await renameFunctions(backend, ['public.apply_retention', 'private.note_confirmed_account'])
  const restoreTargets = await renameFunctions(backend, ['public.set_webhook_targets'])
  await runSql(databaseUrl, 'drop trigger webhooks_account_confirmed on auth.users')
  await runSql(databaseUrl, 'alter table storage.objects rename column version to odd')
  await runSql(databaseUrl, 'alter table auth.webauthn_challenges rename to odd')
  await backend.stop()
  await mkdir(join(dataDir, 'postgres-used')) // the server expects a file at this path
  await backend.start()
  await expectEvents(backend, [
    ...['retention_round_failed', 'other_database_check_failed', 'storage_sweep_failed'],
    ...['webhook_targets_not_stored', 'webhook_round_failed'],
  ])
  await restoreTargets()
  await expectEvents(backend, ['webhook_trigger_not_created'])
  await expectEvents(backend, ['auth_sweep_round_failed'], AFTER_THE_FIRST_MINUTE)
})

test('requests and background tasks log the events in docs/watching.md when database functions are missing, and when PostgreSQL ends', async () => {
  await using backend = await startBackend({ ownDatabase: true })
  const { databaseUrl } = backend
  const visitor = createTestVisitor()
  const setting = { key: 'confirm_signups', value: 'true', reason: 'a test' }
  expect((await backend.secretClient().rpc('set_setting', setting)).error).toBeNull()
  expect((await backend.client().from('early_access_users').insert(visitor)).error).toBeNull()
  await expectEvents(backend, ['mail_sent', 'mail_written'])
  const { session } = await createMember(backend)
  await runSql(databaseUrl, 'alter table auth.known_devices rename to odd_devices')
  const refreshed = await backend.client().auth.refreshSession(session)
  expect(refreshed.error).toBeNull()

  const missing = ['request_confirmation_mail', 'claim_mail', 'claim_mail_by_id', 'set_webhook_targets', 'erased_among']
  await renameFunctions(
    backend,
    [...missing, 'list_erased_people'].map((name) => `public.${name}`),
  )
  await renameFunctions(backend, [
    'private.add_download_counts',
    'private.add_hourly_counts',
    'private.sign_up_together',
  ])
  const message = { ...createTestVisitor(), message: 'A question about the app and its photos' }
  const welcome = { type: 'welcome_free', userData: visitor }
  expect(await post(backend, '/functions/v1/send-notifications', welcome)).toBe(200)
  expect(await post(backend, '/functions/v1/send-contact-email', message)).toBe(200)
  for (const name of ['deliver-mail', 'deliver-webhooks'])
    expect(await post(backend, `/functions/v1/${name}`, { mail: randomUUID() }, backend.secretKey)).toBe(503)
  await runSql(databaseUrl, `select pg_notify('person_erased', '')`)
  const people = Array.from({ length: 20 }, createTestVisitor)
  const signUps = await Promise.all(people.map((person) => post(backend, '/rest/v1/early_access_users', person)))
  expect(new Set(signUps)).toEqual(new Set([201]))
  const installer = `1.0.0/${downloadFilePrefix}-Setup-x64.exe`
  const downloads = backend.secretClient().storage.from('downloads')
  expect((await downloads.upload(installer, Buffer.from('an installer'))).error).toBeNull()
  await (await fetch(downloads.getPublicUrl(installer).data.publicUrl)).bytes()
  await expectEvents(backend, [
    ...['mail_not_queued', 'mail_claim_failed', 'mail_outbox_failed', 'webhook_outbox_failed', 'insert_batch_failed'],
    ...[
      'mail_files_not_erased',
      'erasure_list_not_written',
      'email_changes_not_cancelled',
      'download_counts_round_failed',
    ],
    ...['known_device_not_stored', 'mail_round_failed', 'hourly_counts_round_failed'],
  ])

  await renameFunctions(backend, ['public.request_welcome_mail', 'public.store_contact_message'])
  expect(await post(backend, '/functions/v1/send-notifications', welcome)).toBe(503)
  expect(await post(backend, '/functions/v1/send-contact-email', message)).toBe(503)
  await runSql(databaseUrl, 'alter table auth.one_time_tokens rename to odd')
  expect(await post(backend, '/auth/v1/otp', { email: createTestVisitor().email })).toBe(500)
  await using socket = await openRealtimeSocket(backend)
  await joinSpots(socket)
  const change = `update app_settings set value = '7' where key = 'early_access_spots'`
  const changed = runSql(databaseUrl, `begin; ${change}; select pg_sleep(2); commit`)
  await pause(1_000)
  // Gets its lock when the change is committed, so that the server waits for the row when PostgreSQL ends its processes.
  const locked = runSql(databaseUrl, 'begin; lock table app_settings; select pg_sleep(60)').catch(() => {})
  await changed
  await pause(1_000)
  const lockHolder = `select pid from pg_stat_activity where query like 'begin; lock%'`
  const [holder] = v.parse(v.tuple([v.object({ pid: v.number() })]), await runSql(databaseUrl, lockHolder))
  process.kill(holder.pid, 'SIGKILL')
  await locked
  await expectEvents(backend, [
    ...[
      'welcome_mail_not_requested',
      'contact_message_not_stored',
      'fault',
      'realtime_check_retried',
      'postgres_message',
    ],
  ])
  const cluster = join(backend.dataDir, 'postgres/cluster')
  const [postmaster] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(postmaster), 'SIGKILL')
  await expectEvents(backend, ['postgres_ended'])
  await backend.stop()
  await expectEvents(backend, ['download_counts_lost', 'hourly_counts_lost'])
})

test.runIf(process.getuid?.() === 0)(
  'a server that root starts in a folder that no other user can access logs postgres_elsewhere',
  async () => {
    await using folder = await createTemporaryFolder('unreachable-')
    const programs = join(folder.path, 'programs') // has no `unshare`
    await mkdir(programs)
    await symlink('/bin/sh', join(programs, 'sh'))
    const dataDir = join(folder.path, 'data')
    await mkdir(dataDir)
    await chmod(folder.path, 0o700)
    const elsewhere = () => realpathSync(join(dataDir, 'postgres'))
    try {
      await using backend = await startBackend({ dataDir, env: { PATH: programs } })
      expect(logged(backend, 'postgres_elsewhere')).toBe(true)
      expect(elsewhere()).toMatch(/^\/var\/lib\//)
    } finally {
      if (existsSync(join(dataDir, 'postgres'))) await rm(elsewhere(), { recursive: true })
    }
  },
)
