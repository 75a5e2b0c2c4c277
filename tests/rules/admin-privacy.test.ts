import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { createMember, createRandomPassword } from './auth-member.ts'

const test = createSharedBackendTest({ env: { AUTH_SMS_ENABLE_SIGNUP: 'true' } })

test('privacy export returns all data of one person; privacy erase previews, then deletes it and keeps the data of others', async (backend) => {
  const operator = backend.secretClient()
  const member = await createMember(backend)
  const other = createTestVisitor()
  const { email } = member
  await operator.from('early_access_users').insert([{ name: 'Ada Lovelace', email }, other])
  await operator.from('contact_messages').insert([
    { name: 'Ada', email: email.toUpperCase(), message: 'Hello.' },
    { ...other, message: 'Hello too.' },
  ])
  await operator.from('mail_outbox').insert({ kind: 'welcome_free', recipient: email, due_at: '2099-01-01T00:00:00Z' })
  const spots = (await runAdminJson(backend, ['spots', 'show'])).remaining

  const copy = await runAdminJson(backend, ['privacy', 'export', email, '--to', '-'])
  expect(copy).toMatchObject({
    address: email,
    signups: [{ name: 'Ada Lovelace' }],
    messages: [{ message: 'Hello.' }],
    account: { email, identities: [{ provider: 'email' }] },
  })
  expect(JSON.stringify(copy)).not.toContain(other.email)

  const backups = join(backend.dataDir, 'test-backups')
  const erase = ['privacy', 'erase', email, '--backups', backups]
  await expectOutcome(runAdminOnBackend(backend, erase), 3, 'Nothing has been done yet')
  expect((await runAdminJson(backend, ['privacy', 'export', email])).signups).toHaveLength(1)

  const erased = await runAdminOnBackend(backend, [...erase, '--yes'])
  expect(erased).toMatchObject({ code: 0, err: '' })
  expect(await runAdminJson(backend, ['privacy', 'export', email])).toMatchObject({
    signups: [],
    messages: [],
    mails: [],
    account: null,
  })
  expect((await member.client.auth.getUser()).error).not.toBeNull()
  expect((await runAdminJson(backend, ['privacy', 'export', other.email])).messages).toHaveLength(1)
  expect((await runAdminJson(backend, ['spots', 'show'])).remaining).toBe(spots)

  const list = await readFile(join(backups, 'erased-people.txt'), 'utf8')
  expect(list).toMatch(/^[0-9a-f]{64} \d{4}-/m)
  expect(list).not.toContain(email)
})

test('privacy erase-again deletes rows restored from before the erasure and keeps rows created after it', async (backend) => {
  const operator = backend.secretClient()
  const backups = join(backend.dataDir, 'test-backups-again')
  const [back, anew] = [createTestVisitor(), createTestVisitor()]
  for (const { email } of [back, anew])
    await runAdminOnBackend(backend, ['privacy', 'erase', email, '--yes', '--backups', backups])
  const before = '2020-01-01T00:00:00Z'
  for (const signup of [{ ...back, created_at: before }, anew]) {
    expect((await operator.from('early_access_users').insert(signup)).error).toBeNull()
  }
  await operator.from('contact_messages').insert({ ...back, message: 'An old one.', created_at: before })

  const again = ['privacy', 'erase-again', '--backups', backups]
  expect((await runAdminOnBackend(backend, again)).code).toBe(3)
  expect(await runAdminJson(backend, [...again, '--yes'])).toMatchObject({
    done: true,
    signups: 1,
    messages: 1,
    accounts: 0,
  })
  expect((await runAdminJson(backend, ['privacy', 'export', back.email])).signups).toEqual([])
  expect((await runAdminJson(backend, ['privacy', 'export', anew.email])).signups).toHaveLength(1)
})

test('erasing an email address also removes it as the pending new address of another account', async (backend) => {
  const operator = backend.secretClient()
  const backups = join(backend.dataDir, 'test-backups-pending')
  const owner = await createMember(backend)
  const { email } = createTestVisitor()
  expect((await owner.client.auth.updateUser({ email })).error).toBeNull()
  const erase = ['privacy', 'erase', email, '--backups', backups]
  expect(await runAdminJson(backend, erase)).toMatchObject({ done: false, account: null, changes: 1 })
  expect(await runAdminJson(backend, [...erase, '--yes'])).toMatchObject({ done: true, account: false, changes: 1 })
  const { data } = await operator.auth.admin.getUserById(owner.user.id)
  expect(data.user).toMatchObject({ email: owner.email, email_confirmed_at: expect.any(String) })
  expect(JSON.stringify(data)).not.toContain(email)
  expect((await owner.client.auth.getUser()).error).toBeNull()
})

test('erasing an email address removes it as the pending new address of an account that has only a phone number', async (backend) => {
  const operator = backend.secretClient()
  const [phone, password] = [`49151${randomInt(10_000_000, 99_999_999)}`, createRandomPassword()]
  const made = await operator.auth.admin.createUser({ phone, password, phone_confirm: true })
  const id = made.data.user?.id ?? ''
  const client = backend.client()
  expect((await client.auth.signInWithPassword({ phone, password })).error).toBeNull()
  const { email } = createTestVisitor()
  expect((await client.auth.updateUser({ email })).error).toBeNull()
  const pending = async () => (await operator.auth.admin.getUserById(id)).data.user?.new_email
  expect(await pending()).toBe(email)
  const erase = ['privacy', 'erase', email, '--yes', '--backups', join(backend.dataDir, 'test-backups-phone')]
  expect(await runAdminJson(backend, erase)).toMatchObject({ done: true, changes: 1 })
  await expect.poll(pending, { timeout: 20_000 }).toBeUndefined()
})

test('privacy erase-again deletes a restored account even after its owner signed in again', async (backend) => {
  const operator = backend.secretClient()
  const backups = join(backend.dataDir, 'test-backups-signed-in')
  const [member, other] = [await createMember(backend), createTestVisitor()]
  await runAdminOnBackend(backend, ['privacy', 'erase', other.email, '--yes', '--backups', backups])
  // Simulates a restore of the database by another tool: the database records the erasure, but the erased person's account exists.
  expect((await operator.rpc('erase_person', { email: member.email })).error).toBeNull()
  const { email, password } = member
  expect((await backend.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  const again = ['privacy', 'erase-again', '--backups', backups, '--yes']
  expect(await runAdminJson(backend, again)).toMatchObject({ done: true, accounts: 1 })
  expect((await operator.auth.admin.getUserById(member.user.id)).error?.code).toBe('user_not_found')
})

test('privacy erase-again keeps an account whose address was changed to the erased address after the erasure', async (backend) => {
  const operator = backend.secretClient()
  const backups = join(backend.dataDir, 'test-backups-moved')
  const [before, erased] = [createTestVisitor().email, createTestVisitor().email]
  const { data } = await operator.auth.admin.createUser({ email: before, email_confirm: true })
  await runAdminOnBackend(backend, ['privacy', 'erase', erased, '--yes', '--backups', backups])
  const id = data.user?.id ?? ''
  expect((await operator.auth.admin.updateUserById(id, { email: erased })).error).toBeNull()
  const again = ['privacy', 'erase-again', '--backups', backups, '--yes']
  expect(await runAdminJson(backend, again)).toMatchObject({ done: true, accounts: 0 })
  expect((await operator.auth.admin.getUserById(id)).data.user?.email).toBe(erased)
})

test('the admin CLI reports a publishable key, an unknown key and an unreachable server with different errors', async (backend) => {
  const visitor = { ...backend, secretKey: backend.publishableKey }
  await expectOutcome(runAdminOnBackend(visitor, ['signups', 'list']), 1, 'not the operators’ key')
  const stranger = { ...backend, secretKey: 'sb_secret_of-another-site-altogether' }
  await expectOutcome(runAdminOnBackend(stranger, ['users', 'list']), 1, 'does not accept the key')
  const away = await runAdminOnBackend({ ...backend, url: 'http://127.0.0.1:9' }, ['users', 'list', '--json'])
  expect(JSON.parse(away.err)).toMatchObject({ error: { code: 'unreachable' } })
  expect((await runAdminOnBackend(backend, ['privacy', 'erase', 'nobody'])).code).toBe(2)
  expect((await runAdminOnBackend(backend, ['signups', 'list', '--lmit', '3'])).err).toContain('--lmit')
})

test('with DATABASE_URL, the CLI command backup exits with 1 and refers to PostgreSQL’s tools', async (backend) => {
  const file = join(backend.dataDir, 'backup.tar.gz')
  const { code, err } = await runAdminOnBackend(backend, ['backup', '--to', file, '--backups', backend.dataDir])
  expect([code, err.includes('its own tools')]).toEqual([1, true])
  expect(existsSync(file)).toBe(false)
})
