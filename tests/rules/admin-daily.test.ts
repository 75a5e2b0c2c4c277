import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { waitForMails, waitUntilMailIsSent } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'

const test = createSharedBackendTest()

test('the CLI command spots set requires a reason, records it in the history, and changes the number that visitors read', async (backend) => {
  const refused = await runAdminOnBackend(backend, ['spots', 'set', '25'])
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--reason') })
  expect((await runAdminOnBackend(backend, ['spots', 'set', '-1', '--reason', 'x'])).code).toBe(2)

  const set = await runAdminOnBackend(backend, ['spots', 'set', '25', '--reason', 'second wave'])
  expect(set).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Spots left: 25 \(before: \d+\)\.\n$/) })
  const { data } = await backend.client().from('app_settings').select('value').single()
  expect(data).toEqual({ value: '25' })

  const { error } = await backend.client().from('early_access_users').insert(createTestVisitor())
  expect(error).toBeNull()
  expect(await runAdminJson(backend, ['spots', 'show'])).toMatchObject({ remaining: 24, countsDown: true })
  // The history of the number of spots contains only changes by an operator: a sign-up, which also takes a spot, adds no entry.
  const [latest] = await runAdminJson(backend, ['spots', 'history'])
  expect(latest).toMatchObject({ new_value: '25', reason: 'second wave' })

  await backend.secretClient().from('app_settings').update({ value: '24' }).eq('key', 'early_access_spots')
  await backend.secretClient().from('app_settings').update({ value: '30' }).eq('key', 'early_access_spots')
  const table = await runAdminOnBackend(backend, ['spots', 'history'])
  expect(table.out).toMatch(/24 +30 +\(none given\)/)
})

test('the CLI command settings set requires a reason and a valid value and records both; settings show explains each setting', async (backend) => {
  const shown = await runAdminJson(backend, ['settings', 'show'])
  const { data } = await backend.secretClient().from('app_settings').select('key').order('key')
  expect(shown.map(({ key }: { key: string }) => key)).toEqual(data?.map(({ key }) => key))
  for (const { key, meaning } of shown) expect(meaning, key).not.toBe('')

  const reason = ['--reason', 'the mail host allows no more']
  expect(await runAdminOnBackend(backend, ['settings', 'set', 'mail_per_hour', '300', ...reason])).toMatchObject({
    code: 0,
    out: 'mail_per_hour: 300 (before: 1000).\n',
  })
  expect((await runAdminJson(backend, ['spots', 'history', '--all']))[0]).toMatchObject({
    key: 'mail_per_hour',
    new_value: '300',
    reason: 'the mail host allows no more',
  })
  for (const [call, complaint] of [
    [['mail_per_hour', '300'], 'Please give a reason'],
    [['mail_per_hour', 'many', ...reason], 'mail_per_hour is a whole number, and "many" is not.'],
    [['count_down_spots', 'yes', ...reason], 'count_down_spots is true or false, and "yes" is not.'],
    [['constructor', 'true', ...reason], 'There is no setting "constructor".'],
  ] as const) {
    expect(await runAdminOnBackend(backend, ['settings', 'set', ...call])).toMatchObject({
      code: 2,
      err: expect.stringContaining(complaint),
    })
  }
})

test('the admin CLI lists, searches and exports sign-ups, and the CSV export escapes spreadsheet formulas', async (backend) => {
  const operator = backend.secretClient()
  const [ada, formula] = [createTestVisitor(), createTestVisitor()]
  const paid = { ...formula, name: '-Grace Hopper', order_id: '=1+2', is_paid: true, amount: 19.5 }
  for (const signup of [{ ...ada, name: 'Ada Quodling' }, paid]) {
    expect((await operator.from('early_access_users').insert(signup)).error).toBeNull()
  }
  const found = await runAdminJson(backend, ['signups', 'list', '--search', 'quodl'])
  expect(found).toMatchObject([{ email: ada.email, name: 'Ada Quodling' }])
  expect(await runAdminJson(backend, ['signups', 'list', '--search', '%'])).toEqual([])
  expect((await runAdminJson(backend, ['signups', 'list', '--search', '=1+2']))[0]).toMatchObject({
    email: formula.email,
  })

  const list = await runAdminOnBackend(backend, ['signups', 'list', '--limit', '1', '--paid'])
  expect(list).toMatchObject({ code: 0, out: expect.stringContaining('says paid 19.5 (no currency)') })
  expect(list.err, 'nobody else paid').toBe('')
  expect((await runAdminOnBackend(backend, ['signups', 'list', '--since', 'yesterday'])).code).toBe(2)

  const csv = await runAdminOnBackend(backend, ['signups', 'export', '--bom', '--to', '-'])
  expect(csv.code).toBe(0)
  expect(csv.out.startsWith('\ufeffcreated_at,name,email,is_paid,amount')).toBe(true)
  expect(csv.out).toContain(`,'-Grace Hopper,${formula.email},true,19.5,,'=1+2,false,`)
  expect(csv.err).toMatch(/\d+ sign-ups written/)
})

test('signups list --flagged shows only paid sign-ups with an invalid name or repeated payments, with the reasons', async (backend) => {
  const visitor = backend.client()
  const report = (row: { name: string; email: string }, order_id: string) =>
    visitor.from('early_access_users').insert({ ...row, is_paid: true, amount: 29, order_id })
  const [anna, plain] = [{ ...createTestVisitor(), name: 'Anna Larsen, MD' }, createTestVisitor()]
  for (const [row, order] of [
    [anna, 'cs_first'],
    [anna, 'cs_second'],
    [plain, 'cs_plain'],
  ] as const) {
    expect(await report(row, order)).toMatchObject({ status: 201, error: null })
  }
  const flagged = await runAdminJson(backend, ['signups', 'list', '--flagged'])
  expect(flagged).toMatchObject([
    {
      ...anna,
      order_id: 'cs_first',
      flag_reason: 'Name contains invalid characters; Another payment was reported',
      further_claims: [{ order_id: 'cs_second', amount: 29 }],
    },
  ])
  const { out } = await runAdminOnBackend(backend, ['signups', 'list', '--flagged'])
  expect(out).toMatch(/Look at/)
  expect(out).toContain('Name contains invalid characters; Another payment was reported; 29 (no currency) cs_second')
  expect(out).not.toContain(plain.email)
  expect((await runAdminOnBackend(backend, ['signups', 'list', '--search', plain.email])).out).not.toContain('Look at')
  expect((await runAdminOnBackend(backend, ['signups', 'export', '--flagged', '--to', '-'])).out).toContain(
    'Name contains invalid',
  )
})

test('the admin CLI finds a contact message by the start of its id and marks it as answered or unanswered', async (backend) => {
  const { name, email } = createTestVisitor()
  const message = `Hello \u001b[31mred\u001b[0m\nsecond line ${email}`
  await backend
    .secretClient()
    .from('contact_messages')
    .insert({ name, email, message: message.replaceAll('\u001b', '') })
  const [open] = (await runAdminJson(backend, ['messages', 'list'])).filter(
    (each: { email: string }) => each.email === email,
  )
  const id = open.id.slice(0, 8)
  const shown = await runAdminOnBackend(backend, ['messages', 'show', id])
  expect(shown.out).toContain(`${name} <${email}>`)
  expect(shown.out).toContain('second line')

  await expectOutcome(runAdminOnBackend(backend, ['messages', 'answered', id]), 0, 'is answered')
  const left = await runAdminJson(backend, ['messages', 'list'])
  expect(left.map((each: { email: string }) => each.email)).not.toContain(email)
  expect((await runAdminJson(backend, ['messages', 'answered', id, '--undo'])).answered_at).toBeNull()
  expect(await runAdminOnBackend(backend, ['messages', 'show', 'ffffff'])).toMatchObject({
    code: 1,
    err: 'There is no message ffffff.\n',
  })
  expect((await runAdminOnBackend(backend, ['messages', 'show', 'nonsense'])).code).toBe(2)
})

test('the CLI command mail pause holds emails in the outbox until resumed, and mail retry queues an abandoned email again', async (backend) => {
  await waitUntilMailIsSent(backend)
  await runAdminOnBackend(backend, ['mail', 'pause', '--reason', 'a wrong link'])
  const visitor = createTestVisitor()
  await backend.client().from('early_access_users').insert(visitor)
  const paused = await runAdminJson(backend, ['mail', 'list'])
  expect(paused).toMatchObject({ paused: true })
  const [mail] = paused.mails.filter((each: { recipient: string }) => each.recipient === visitor.email)
  expect(mail).toMatchObject({ kind: 'welcome_free', sent_at: null })
  expect((await runAdminOnBackend(backend, ['mail', 'list'])).out).toContain('MAIL IS PAUSED: paused')

  const operator = backend.secretClient()
  await operator
    .from('mail_outbox')
    .update({ gave_up_at: new Date().toISOString(), last_error: 'no such mailbox' })
    .eq('id', mail.id)
  const given = await runAdminOnBackend(backend, ['mail', 'list', '--state', 'given-up'])
  expect(given.out).toContain('no such mailbox')
  expect((await runAdminOnBackend(backend, ['mail', 'retry', '--given-up', '--preview'])).out).toBe(
    '1 email would be sent again. Nothing was done.\n',
  )
  expect(await runAdminJson(backend, ['mail', 'retry', '--given-up'])).toEqual({ retried: 1 })
  expect(await runAdminJson(backend, ['mail', 'pause', '--off', '--preview'])).toEqual({ would_send: 1 })
  expect(await runAdminJson(backend, ['mail', 'list'])).toMatchObject({ paused: true })
  for (const wrong of [
    ['mail', 'pause', '--preview'],
    ['mail', 'retry', mail.id, '--preview'],
  ]) {
    expect((await runAdminOnBackend(backend, wrong)).err).toContain('--preview goes with')
  }
  expect((await runAdminOnBackend(backend, ['mail', 'retry'])).code).toBe(2)
  expect(await runAdminJson(backend, ['mail', 'retry', mail.id.slice(0, 8)])).toEqual({ retried: 1 })
  await runAdminOnBackend(backend, ['mail', 'pause', '--off'])
  expect(await waitForMails(backend, visitor.email)).toHaveLength(1)
  expect(await runAdminOnBackend(backend, ['mail', 'retry', mail.id])).toMatchObject({
    code: 1,
    err: 'This email has already been sent.\n',
  })
})

test('the CLI commands users invite, ban and delete change the account; ban and delete only show a preview without --yes', async (backend) => {
  const { email } = createTestVisitor()
  expect((await runAdminOnBackend(backend, ['users', 'invite', email])).code).toBe(0)
  expect(await waitForMails(backend, email)).toHaveLength(1)
  expect((await runAdminOnBackend(backend, ['users', 'list'])).out).toMatch(new RegExp(`${email} +invited`))

  expect(await runAdminOnBackend(backend, ['users', 'ban', email])).toMatchObject({
    code: 3,
    out: expect.stringMatching(/would be banned until \w{3} \d{1,2}, 20\d\d, [^]*--yes/),
  })
  expect(
    (await runAdminJson(backend, ['users', 'ban', email, '--for', '2h', '--yes'])).account.banned_until,
  ).not.toBeNull()
  expect((await runAdminOnBackend(backend, ['users', 'ban', email, '--lift'])).code).toBe(0)

  const preview = await runAdminOnBackend(backend, ['users', 'delete', email])
  expect(preview).toMatchObject({ code: 3, out: expect.stringContaining(email) })
  expect((await backend.secretClient().auth.admin.listUsers()).data.users.map((user) => user.email)).toContain(email)
  expect((await runAdminOnBackend(backend, ['users', 'delete', email, '--yes'])).code).toBe(0)
  expect(await runAdminOnBackend(backend, ['users', 'delete', email, '--yes'])).toMatchObject({
    code: 1,
    err: `There is no account for ${email}.\n`,
  })
})
