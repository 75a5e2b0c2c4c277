import { join } from 'node:path'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { startHostWithoutOperations } from '../support/host-without-operations.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'

// Tests of the commands that were added for the console, run on the command line.
const test = createSharedBackendTest()

test('today counts sign-ups by hour, day and week in the time zone of the operator, and refused ones by reason', async (backend) => {
  const before = await runAdminJson(backend, ['today', '--by', 'hour'])
  const visitor = createTestVisitor()
  expect((await backend.client().from('early_access_users').insert(visitor)).error).toBeNull()
  expect((await backend.client().from('early_access_users').insert(visitor)).error?.code).toBe('23505')
  const refused = async () => {
    const { signups } = await runAdminJson(backend, ['today', '--by', 'hour'])
    return signups.reduce(
      (sum: number, each: { refused: Record<string, number> }) => sum + (each.refused.duplicate ?? 0),
      0,
    )
  }
  await expect.poll(refused, { timeout: 40_000, interval: 1_000 }).toBeGreaterThan(0)
  for (const [period, periods] of [
    ['hour', 48],
    ['day', 30],
    ['week', 26],
  ] as const) {
    const { signups, spots } = await runAdminJson(backend, ['today', '--by', period])
    expect(signups, period).toHaveLength(periods)
    const total = signups.reduce((sum: number, { free, paid }: { free: number; paid: number }) => sum + free + paid, 0)
    expect(total, period).toBe(spots.signups.all)
  }
  expect((await runAdminJson(backend, ['today'])).spots.signups.all).toBeGreaterThan(before.spots.signups.all)
  expect((await runAdminOnBackend(backend, ['today', '--by', 'year'])).err).toContain('--by is one of hour, day, week')
  expect((await runAdminOnBackend(backend, ['today'])).out).toMatch(/Messages not answered +\d/)
})

test('on a host that does not count refused sign-ups, errors and downloads, today and release downloads say so instead of showing zeros', async (backend) => {
  const here = await runAdminJson(backend, ['today'])
  expect(here).toMatchObject({ not_counted: null, downloads: { downloads: 0 }, errors: { services: {} } })
  expect(here.signups.at(-1).refused).toEqual(expect.any(Object))
  expect((await runAdminOnBackend(backend, ['today'])).out).not.toContain('not counted')

  await using host = await startHostWithoutOperations(backend)
  const today = await runAdminJson(host, ['today'])
  const sentence = 'Refused sign-ups, failed requests and downloads are not counted on this host.'
  expect(today).toMatchObject({ downloads: null, errors: null, not_counted: sentence, spots: here.spots })
  for (const { refused } of today.signups) expect(refused).toBeNull()
  const { out } = await runAdminOnBackend(host, ['today'])
  for (const what of ['Downloads', 'Errors in the last day', 'Refused sign-ups']) {
    expect(out).toMatch(new RegExp(`${what} +not counted on this host`))
  }
  const downloads = (at: typeof host) => runAdminOnBackend(at, ['release', 'downloads'])
  expect((await downloads(host)).out).toBe('Downloads are not counted on this host.\n')
  expect((await downloads({ ...host, url: backend.url })).out).toContain('No download has been counted since')
})

test('signups list --after neither skips nor repeats a row in any order, with rows of the same time and during inserts', async (backend) => {
  const at = '2020-05-05T10:00:00.123456+00:00'
  const rows = Array.from({ length: 25 }, () => ({ ...createTestVisitor(), created_at: at }))
  expect((await backend.secretClient().from('early_access_users').insert(rows)).error).toBeNull()
  await backend.secretClient().from('mail_outbox').delete().is('sent_at', null)
  const range = ['--since', '2020-05-05', '--until', '2020-05-07', '--limit', '10']
  for (const order of ['newest', 'oldest', 'address', 'address-desc']) {
    const seen: string[] = []
    let after: string[] = []
    for (let page = 0; page < 3; page++) {
      const found = await runAdminJson(backend, ['signups', 'list', '--sort', order, ...range, ...after])
      seen.push(...found.map(({ email }: { email: string }) => email))
      const last = found.at(-1)
      after = ['--after', `${last.created_at} ${last.id} ${last.email}`]
      await backend.secretClient().from('early_access_users').insert(createTestVisitor())
    }
    expect(seen.toSorted(), order).toEqual(rows.map(({ email }) => email).toSorted())
    if (order === 'address') expect(seen).toEqual(seen.toSorted())
  }
})

test('signups list filters by status, source and search text, alone and combined', async (backend) => {
  const operator = backend.secretClient()
  const [free, paid, verified] = [createTestVisitor(), createTestVisitor(), createTestVisitor()]
  const payment = { is_paid: true, amount: 29 }
  await operator.from('early_access_users').insert(free)
  await backend
    .client()
    .from('early_access_users')
    .insert({ ...paid, ...payment, order_id: `o1-${paid.email}` })
  await operator
    .from('early_access_users')
    .insert({ ...verified, ...payment, order_id: `o2-${verified.email}`, payment_verified: true })
  const emails = async (...options: string[]) =>
    (await runAdminJson(backend, ['signups', 'list', '--limit', '1000', ...options])).map(
      ({ email }: { email: string }) => email,
    )
  expect(await emails('--status', 'free')).toContain(free.email)
  expect(await emails('--status', 'free')).not.toContain(paid.email)
  expect(await emails('--status', 'paid')).toEqual(expect.arrayContaining([paid.email, verified.email]))
  expect(await emails('--status', 'verified')).toContain(verified.email)
  expect(await emails('--status', 'verified')).not.toContain(paid.email)
  expect(await emails('--source', 'payment')).toContain(paid.email)
  expect(await emails('--source', 'payment')).not.toContain(verified.email)
  expect(await emails('--search', `o2-${verified.email}`)).toEqual([verified.email])
  expect(await emails('--search', paid.email.slice(0, -2).toUpperCase(), '--status', 'paid')).toEqual([paid.email])
  expect(await emails('--search', paid.email, '--status', 'verified')).toEqual([])
  expect(await emails('--search', '%')).toEqual([])
  expect((await runAdminJson(backend, ['privacy', 'show', paid.email])).signups).toMatchObject([{ email: paid.email }])
})

test('the audit log records each change and each copy of personal data with operator and reason, including failed ones, but no preview', async (backend) => {
  const run = (...args: string[]) => runAdminOnBackend(backend, args, { OPERATOR_NAME: 'Ada' })
  const { email } = createTestVisitor()
  await run('spots', 'set', '33', '--reason', `wave of ${email}`)
  await run('privacy', 'erase', email, '--backups', join(backend.dataDir, 'erased'))
  await run('mail', 'retry', '00000000')
  await run('privacy', 'export', email, '--reason', 'she asked')
  const [copied, failed, spots] = await runAdminJson(backend, ['acts', 'list'])
  expect(copied).toMatchObject({ act: 'privacy export', reason: 'she asked', outcome: 'done' })
  expect(copied.detail).not.toContain(email)
  expect(failed).toMatchObject({ who: 'Ada', via: 'command line', act: 'mail retry', outcome: 'failed' })
  expect(spots).toMatchObject({ who: 'Ada', act: 'spots set', detail: '33', outcome: 'done' })
  expect(spots.reason).toMatch(/^wave of \S\*{3}@g…$/)
  expect((await run('acts', 'list')).out).toMatch(/Ada, command line +spots set 33 +done/)
  const older = await runAdminJson(backend, ['acts', 'list', '--after', String(failed.id)])
  expect(older[0].id).toBe(spots.id)
  const changed = await backend.secretClient().from('operator_acts').update({ who: 'Eve' }).eq('id', spots.id)
  expect(changed.error?.code).toBe('42501')
})

test('mail list --after neither skips nor repeats a mail in any state, even among mails with the same time', async (backend) => {
  const operator = backend.secretClient()
  const at = '2020-05-05T10:00:00.123456+00:00'
  const mails = (count: number, more: object) =>
    Array.from({ length: count }, () => ({ kind: 'welcome_free', recipient: createTestVisitor().email, ...more }))
  const before = await operator.from('app_settings').update({ value: 'true' }).eq('key', 'mail_paused')
  expect(before.error).toBeNull()
  for (const more of [{ due_at: at }, { gave_up_at: at }, { sent_at: at }]) {
    expect((await operator.from('mail_outbox').insert(mails(5, more))).error).toBeNull()
    expect((await operator.from('mail_outbox').insert(mails(2, { ...more, ...laterThan(more) }))).error).toBeNull()
  }
  for (const [state, column] of [
    ['waiting', 'due_at'],
    ['given-up', 'gave_up_at'],
    ['sent', 'sent_at'],
    ['unsent', 'created_at'],
  ] as const) {
    const all = await runAdminJson(backend, ['mail', 'list', '--state', state, '--limit', '500'])
    const wanted = all.mails.map(({ id }: { id: string }) => id)
    expect(wanted.length, state).toBeGreaterThan(6)
    const seen: string[] = []
    let after: string[] = []
    for (;;) {
      const { mails: page } = await runAdminJson(backend, ['mail', 'list', '--state', state, '--limit', '3', ...after])
      seen.push(...page.map(({ id }: { id: string }) => id))
      const last = page.at(-1)
      if (page.length < 3) break
      after = ['--after', `${last[column]} ${last.id}`]
    }
    expect(seen, state).toEqual(wanted)
  }
  expect((await runAdminOnBackend(backend, ['mail', 'list', '--after', 'x'])).err).toContain(
    '--after is the time and the id of a mail',
  )
  await operator.from('mail_outbox').delete().neq('kind', '')
  await operator.from('app_settings').update({ value: 'false' }).eq('key', 'mail_paused')
})

/** Returns the same columns with a time that is about a second after the times of the other mails. */
function laterThan(times: object): object {
  return Object.fromEntries(Object.keys(times).map((name) => [name, '2020-05-05T10:00:01+00:00']))
}

test('privacy show finds an account with only a fragment of its address in the URL, even when another account has the same fragment', async (backend) => {
  const admin = backend.secretClient().auth.admin
  const wanted = { email: `ada.lovelace@${Date.now()}.example.com`, password: crypto.randomUUID() }
  const similar = { email: `grace@${Date.now()}.example.com`, password: crypto.randomUUID() }
  for (const account of [wanted, similar]) expect((await admin.createUser(account)).error).toBeNull()
  const seen: string[] = []
  const { fetch: real } = globalThis
  globalThis.fetch = (input, init) => {
    seen.push(String(input instanceof Request ? input.url : input))
    return real(input, init)
  }
  try {
    const person = await runAdminJson(backend, ['privacy', 'show', wanted.email.toUpperCase()])
    expect(person.account).toMatchObject({ email: wanted.email })
  } finally {
    globalThis.fetch = real
  }
  expect(seen.filter((url) => url.includes('/admin/users'))).toEqual([
    expect.stringMatching(/\/auth\/v1\/admin\/users\?page=1&per_page=1000&filter=ace%40\d$/),
  ])
  expect(seen.join()).not.toContain('lovelace')
  expect((await runAdminJson(backend, ['privacy', 'show', `x${wanted.email}`])).account).toBeNull()
  expect((await runAdminOnBackend(backend, ['users', 'delete', 'nobody', '--yes'])).err).toContain(
    'There is no account',
  )
})

test('mail preview lists the kinds, shows one with its subject, and names an unknown kind in the error', async (backend) => {
  const { kinds } = await runAdminJson(backend, ['mail', 'preview'])
  expect(kinds).toEqual(expect.arrayContaining(['welcome_free', 'message_answer', 'auth_confirm']))
  const shown = await runAdminOnBackend(backend, ['mail', 'preview', 'message_answer'])
  expect(shown.out).toMatch(/^From: .*\nReply-To: team@.*\nSubject: Our answer/)
  await expectOutcome(
    runAdminOnBackend(backend, ['mail', 'preview', 'nowhere']),
    2,
    'There is no kind of mail "nowhere".',
  )
  expect((await runAdminOnBackend(backend, ['mail', 'test', 'welcome_free'])).err).toContain('--to ADDRESS')
})
