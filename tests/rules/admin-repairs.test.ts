import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'

const test = createSharedBackendTest()
const REASON = ['--reason', 'she wrote to us']

test('signups correct changes name and address, redirects unsent mails, keeps a flag about payments until --clear-flag, and is audited', async (backend) => {
  const operator = backend.secretClient()
  await operator.rpc('set_setting', { key: 'mail_paused', value: 'true', reason: 'mails wait' })
  const [wrong, right] = [createTestVisitor(), createTestVisitor()]
  for (const order_id of ['cs_1', 'cs_2'].map((id) => `${id}_${wrong.email}`)) {
    const report = { ...wrong, name: 'Ada Larsen, MD', is_paid: true, amount: 29, order_id }
    expect((await backend.client().from('early_access_users').insert(report)).error).toBeNull()
  }
  const [{ id }] = await runAdminJson(backend, ['signups', 'list', '--search', wrong.email])
  await expectOutcome(runAdminOnBackend(backend, ['signups', 'correct', id, '--email', right.email]), 2, '--reason')
  const early = await runAdminOnBackend(backend, ['signups', 'correct', id, '--clear-flag', ...REASON])
  expect(early).toMatchObject({ code: 1, err: expect.stringContaining('breaks a rule of the sign-up form') })

  const corrected = ['signups', 'correct', id, '--name', 'Ada Larsen', '--email', right.email, ...REASON]
  expect(await runAdminJson(backend, corrected)).toMatchObject({
    name: 'Ada Larsen',
    email: right.email,
    flag_reason: 'Another payment was reported',
  })
  const mails = await operator.from('mail_outbox').select('recipient').in('recipient', [wrong.email, right.email])
  expect(mails.data).toEqual([{ recipient: right.email }])
  expect(await runAdminJson(backend, ['signups', 'correct', id, '--clear-flag', ...REASON])).toMatchObject({
    name: 'Ada Larsen',
    flag_reason: null,
  })
  const other = createTestVisitor()
  expect((await backend.client().from('early_access_users').insert(other)).error).toBeNull()
  const taken = await runAdminOnBackend(backend, ['signups', 'correct', id, '--email', other.email, ...REASON])
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining('has already signed up with this address') })
  const invalid = await runAdminOnBackend(backend, ['signups', 'correct', id, '--email', 'no address', ...REASON])
  expect(invalid).toMatchObject({ code: 2, err: expect.stringContaining('is not an email address') })
  expect((await runAdminOnBackend(backend, ['signups', 'correct', '00000000', '--name', 'A B', ...REASON])).code).toBe(
    1,
  )
  const acts = JSON.stringify(await runAdminJson(backend, ['acts', 'list']))
  expect(acts).toContain('she wrote to us')
  expect(acts).not.toMatch(new RegExp(`Ada Larsen|${right.email}`))
})

test('signups verify verifies a reported payment and --undo takes that back; a sign-up without a payment is refused', async (backend) => {
  const [buyer, free] = [createTestVisitor(), createTestVisitor()]
  const report = { ...buyer, is_paid: true, amount: 29, order_id: `cs_${buyer.email}` }
  for (const row of [report, free]) await backend.client().from('early_access_users').insert(row)
  const idOf = async (email: string) => (await runAdminJson(backend, ['signups', 'list', '--search', email]))[0].id
  const id = await idOf(buyer.email)
  expect((await runAdminOnBackend(backend, ['signups', 'verify', id])).code).toBe(2)
  expect(await runAdminJson(backend, ['signups', 'verify', id, ...REASON])).toMatchObject({ payment_verified: true })
  expect(await runAdminJson(backend, ['signups', 'verify', id, '--undo', ...REASON])).toMatchObject({
    payment_verified: false,
  })
  await expectOutcome(
    runAdminOnBackend(backend, ['signups', 'verify', await idOf(free.email), ...REASON]),
    1,
    'No payment',
  )
  const [act] = await runAdminJson(backend, ['acts', 'list'])
  expect(act).toMatchObject({ act: 'signups verify', reason: 'she wrote to us', outcome: 'failed' })
})

test('signups import adds what signups export wrote, once and without mail, and leaves out people who were erased since', async (backend) => {
  const operator = backend.secretClient()
  const [free, buyer, erased] = [createTestVisitor(), createTestVisitor(), createTestVisitor()]
  const paid = { ...buyer, name: 'Ada O’Neill', is_paid: true, amount: 49.9, order_id: `=1+1_${buyer.email}` }
  for (const row of [free, paid, erased]) {
    expect((await backend.client().from('early_access_users').insert(row)).error).toBeNull()
  }
  const emails = [free.email, buyer.email, erased.email]
  const read = async () =>
    (await operator.from('early_access_users').select('*').in('email', emails).order('email')).data?.map(
      ({ id: _, ...row }) => row,
    )
  const before = await read()
  const backups = ['--backups', join(backend.dataDir, 'test-backups-import')]
  for (const format of ['csv', 'json']) {
    const file = join(backend.dataDir, `people.${format}`)
    await runAdminOnBackend(backend, ['signups', 'export', '--format', format, '--bom', '--to', file])
    if (format === 'csv') await runAdminOnBackend(backend, ['privacy', 'erase', erased.email, '--yes', ...backups])
    expect((await operator.from('early_access_users').delete().in('email', emails)).error).toBeNull()
    await operator.from('mail_outbox').delete().in('recipient', emails)
    const importing = ['signups', 'import', '--file', file, ...REASON]
    expect(await runAdminJson(backend, importing)).toMatchObject({ done: false, listed: expect.any(Number) })
    expect(await runAdminJson(backend, [...importing, '--yes'])).toMatchObject({ done: true, added: 2 })
    expect(await runAdminJson(backend, [...importing, '--yes'])).toMatchObject({ done: true, added: 0 })
    expect(await read()).toEqual(before?.filter(({ email }) => email !== erased.email))
    expect((await operator.from('mail_outbox').select('id').in('recipient', emails)).data).toEqual([])
  }
  const { name, email } = createTestVisitor()
  const list = join(backend.dataDir, 'fair.csv')
  await writeFile(list, `Email;Name\n${email};${name}\n`)
  const sending = ['signups', 'import', '--file', list, '--send-mail', '--yes', ...REASON]
  expect(await runAdminJson(backend, sending)).toMatchObject({ added: 1 })
  const { data } = await operator.from('mail_outbox').select('kind').eq('recipient', email)
  expect(data).toEqual([{ kind: 'welcome_free' }])
})
