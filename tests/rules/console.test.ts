import { expect } from 'vitest'
import { waitForMails } from '../support/mail-box.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { createConsoleTest, postToConsole } from './console-session.ts'

const test = createConsoleTest()
const HOSTILE = '<img src=x onerror="document.title=1">"}],"x":"\u202eabc'

test('a hostile name and message are returned unchanged, as JSON with the header X-Content-Type-Options: nosniff', async (site) => {
  const { backend, console, headers, run } = site
  const { email } = createTestVisitor()
  const message = `${HOSTILE}\n</script>`
  const { error } = await backend.secretClient().from('contact_messages').insert({ name: HOSTILE, email, message })
  expect(error).toBeNull()
  const list = await run('messages list', { limit: '100' })
  const found = list.data.find((each: { email: string }) => each.email === email)
  expect(found).toMatchObject({ name: HOSTILE, message })
  const raw = await postToConsole(console, '/run', { command: 'messages show', fields: { id: found.id } }, headers)
  expect(raw.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(raw.headers.get('x-content-type-options')).toBe('nosniff')
})

test('an answer that is sent twice is mailed once, has the team as Reply-To, and marks the message as answered', async (site) => {
  const { backend, run } = site
  const visitor = createTestVisitor()
  await backend.client().functions.invoke('send-contact-email', { body: { ...visitor, message: 'Does it read RAW?' } })
  const [{ id }] = (await runAdminJson(backend, ['messages', 'list', '--limit', '100'])).filter(
    (each: { email: string }) => each.email === visitor.email,
  )
  const fields = { id, text: 'Hello,\n\nYes, it does.', 'answer-id': crypto.randomUUID() }
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(await run('messages answer', fields)).toMatchObject({ status: 200, data: { id } })
  }
  const [mail, ...more] = await waitForMails(backend, visitor.email)
  expect(more).toEqual([])
  expect(mail?.text).toContain('Yes, it does.')
  expect(mail?.text).toContain('> Does it read RAW?')
  expect(mail?.replyTo).toMatchObject([{ address: expect.stringMatching(/^team@/) }])
  expect((await run('messages show', { id })).data).toMatchObject({
    answered_at: expect.any(String),
    answers: [{ answer: 'Hello,\n\nYes, it does.', answered_by: 'Grace Hopper' }],
  })
  expect(await run('messages note', { id, text: 'a kind person' })).toMatchObject({ data: { note: 'a kind person' } })
  expect(JSON.stringify((await run('acts list')).data)).not.toMatch(/Yes, it does|a kind person/)
})

test('when operators answer a message at once, one mail is sent; the others get an error that names its author, and can answer after reading', async (site) => {
  const { backend, run } = site
  const visitor = createTestVisitor()
  const message = { ...visitor, message: 'Does it read RAW?' }
  const { data } = await backend.secretClient().from('contact_messages').insert(message).select('id').single()
  const id = String(data?.id)
  const answerAs = (who: string, ...more: string[]) =>
    runAdminOnBackend(backend, ['messages', 'answer', id, '--text', `${who} says yes.`, ...more], {
      OPERATOR_NAME: who,
    })
  const fields = { id, text: 'Grace says yes.', 'answers-seen': '0' }
  const [grace, ...others] = await Promise.all([
    run('messages answer', fields),
    answerAs('Ada', '--answers-seen', '0'),
    answerAs('Bob', '--answers-seen', '0'),
  ])
  expect([grace.status, ...others.map(({ code }) => code)].filter((code) => code === 200 || code === 0)).toHaveLength(1)
  const refusal =
    /^(Grace Hopper|Ada|Bob) answered this message a minute ago: read that answer before you send yours\.$/
  if (grace.status !== 200)
    expect(grace).toMatchObject({ status: 409, error: { message: expect.stringMatching(refusal) } })
  for (const { code, err } of others) if (code !== 0) expect(err.trim()).toMatch(refusal)
  const queued = async () =>
    (await backend.secretClient().from('mail_outbox').select('id').eq('recipient', visitor.email)).data
  expect(await queued()).toHaveLength(1)

  const again = { ...fields, 'answer-id': crypto.randomUUID() }
  expect(await run('messages answer', again)).toMatchObject({ status: 409 })
  const { answers } = (await run('messages show', { id })).data
  const seenOne = { ...again, 'answers-seen': String(answers.length) }
  expect(await run('messages answer', seenOne)).toMatchObject({ status: 200 })
  expect((await answerAs('Ada')).code, 'without --answers-seen, the command counts the answers itself').toBe(0)
  expect(await queued()).toHaveLength(3)
  expect((await answerAs('Ada', '--answers-seen', 'two')).err).toContain('--answers-seen must be a whole number')
})

test('operators who erase the same person at the same time, or pause and resume mail at the same time, get no error', async (site) => {
  const { backend } = site
  const visitor = createTestVisitor()
  await backend.secretClient().from('early_access_users').insert(visitor)
  await using lists = await createTemporaryFolder('erased-')
  const erase = () =>
    runAdminOnBackend(backend, ['privacy', 'erase', visitor.email, '--yes', '--json', '--backups', lists.path])
  const erased = await Promise.all([erase(), erase()])
  expect(erased.map(({ code, err }) => [code, err])).toEqual([
    [0, ''],
    [0, ''],
  ])
  const counts = erased.map(({ out }) => JSON.parse(out).signups)
  expect(
    counts.toSorted((a: number, b: number) => a - b),
    'one erases the sign-up, the other finds nothing',
  ).toEqual([0, 1])

  const pause = (...more: string[]) => runAdminOnBackend(backend, ['mail', 'pause', ...more])
  const paused = await Promise.all([pause(), pause('--off'), pause(), pause('--off')])
  expect(paused.map(({ code, err }) => [code, err])).toEqual(Array(4).fill([0, '']))
  const { data } = await backend
    .secretClient()
    .from('setting_changes')
    .select('new_value')
    .eq('key', 'mail_paused')
    .order('id', { ascending: false })
    .limit(1)
  const { value } = (await runAdminJson(backend, ['settings', 'show'])).find(
    ({ key }: { key: string }) => key === 'mail_paused',
  )
  expect(data, 'the history ends with the current value').toEqual([{ new_value: value }])
  await pause('--off')
})

test('an export streams every row that the filter matches, and escapes spreadsheet formulas in CSV', async (site) => {
  const { backend, console, headers } = site
  const visitors = Array.from({ length: 1200 }, createTestVisitor)
  const operator = backend.secretClient()
  expect((await operator.from('early_access_users').insert(visitors)).error).toBeNull()
  await operator.from('mail_outbox').delete().is('sent_at', null)
  const formula = {
    ...createTestVisitor(),
    name: '-Grace Hopper',
    order_id: `=1+${Date.now()}`,
    is_paid: true,
    amount: 29,
  }
  expect((await operator.from('early_access_users').insert(formula)).error).toBeNull()
  const exported = async (fields: Record<string, string | boolean>) =>
    (await postToConsole(console, '/run', { command: 'signups export', fields }, headers)).text()
  const csv = await exported({ bom: true })
  const addresses = csv.match(/[\w.]+@guests\.example\.com/g) ?? []
  expect(new Set(addresses).size, 'every sign-up once').toBe(addresses.length)
  expect(addresses).toEqual(expect.arrayContaining(visitors.map(({ email }) => email)))
  expect(csv).toContain(`'=1+`)
  const paid = await exported({ format: 'json', status: 'paid' })
  expect(paid).toContain(formula.email)
  for (const line of paid.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ is_paid: true })
})
