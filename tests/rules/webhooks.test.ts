import { WEBHOOK_EVENT_KINDS } from '@site/contract/webhook-events'
import { expect } from 'vitest'
import { waitForMails, waitUntilMailIsSent } from '../support/mail-box.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { testWithSql } from '../support/test-with-sql.ts'
import { type ReceivedEvent, startWebhookReceiver, webhookEnvironment } from '../support/webhook-receiver.ts'
import { writeTestInstallers } from './admin-release-files.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { createRandomPassword } from './auth-member.ts'
import { passTime, rows, signUp, withReceiver as test, WAIT, write } from './webhook-site.ts'

const kindsOf = (events: readonly ReceivedEvent[]) => events.map(({ type }) => type)
const personOf = ({ data }: ReceivedEvent) => String(data['person'])

test('each kind of event arrives once, signed, and in the order of each person', async ({ backend, receiver }) => {
  await using folder = await createTemporaryFolder('release-')
  const operator = backend.secretClient()
  await operator.from('app_settings').update({ value: 'true' }).eq('key', 'confirm_signups')
  const { email, name } = await signUp(backend)
  const [mail] = await waitForMails(backend, email, { within: 30_000 })
  const token = /\/confirm#(\w+)/.exec(mail?.text ?? '')?.[1]
  expect(receiver.events).toEqual([])
  expect((await backend.client().rpc('confirm_signup', { token })).data).toBe('confirmed')
  const account = await operator.auth.admin.createUser({ email, password: createRandomPassword() })
  expect(account.error).toBeNull()
  const id = account.data.user?.id ?? ''
  expect((await operator.auth.admin.updateUserById(id, { email_confirm: true })).error).toBeNull()
  const payment = { name, email, is_paid: true, amount: 29, order_id: `order-${id}` }
  expect((await backend.client().from('early_access_users').insert(payment)).error).toBeNull()
  expect(
    (await operator.from('early_access_users').update({ payment_verified: true }).eq('email', email)).error,
  ).toBeNull()
  await write(backend, { name, email }, 'Does it read raw files?')
  const { options } = await writeTestInstallers(folder.path, 'first')
  const published = await runAdminOnBackend(backend, ['release', 'publish', '--version', '1.0.0', ...options])
  expect(published).toMatchObject({ code: 0, err: '' })
  // A mail that the server's own worker sends between the failures would end the outage, so none is left, and these are not due.
  await waitUntilMailIsSent(backend)
  const mails = Array.from({ length: 5 }, () => ({ kind: 'welcome_free', recipient: email, due_at: '2099-01-01' }))
  const queued = await operator.from('mail_outbox').insert(mails).select('id')
  for (const { id: mail_id } of queued.data ?? [])
    await operator.rpc('mark_mail_failed', { mail_id, error: 'No mail server: ECONNREFUSED' })
  await expect.poll(() => receiver.events.length, WAIT).toBe(8)
  expect((await runAdminOnBackend(backend, ['privacy', 'erase', email, '--yes', '--backups', folder.path])).code).toBe(
    0,
  )
  await expect.poll(() => receiver.events.length, WAIT).toBe(9)

  const about = receiver.events.filter(({ data }) => data['person'] !== undefined)
  expect(kindsOf(about)).toEqual(
    WEBHOOK_EVENT_KINDS.filter((kind) => !['release.published', 'mail.failing'].includes(kind)),
  )
  expect(new Set(about.map(personOf)).size).toBe(1)
  expect(about[0]?.data).toMatchObject({ name, email, is_paid: false })
  expect(about[1]?.data).toEqual({ person: expect.any(String), signup_id: about[0]?.data['signup_id'], name, email })
  expect(about[2]?.data).toMatchObject({ email, account_id: id })
  expect(about[3]?.data).toMatchObject({ amount: 29, order_id: payment.order_id })
  expect(about[5]?.data).toMatchObject({ message: 'Does it read raw files?' })
  expect(Object.keys(about.at(-1)?.data ?? {})).toEqual(['person'])
  const release = receiver.events.find(({ type }) => type === 'release.published')
  expect(release?.data).toEqual({ version: '1.0.0', channel: 'stable', replaced: '0.0.0 (sample)' })
  expect(receiver.events.find(({ type }) => type === 'mail.failing')?.data).toEqual({
    since: expect.any(String),
    reason: 'No mail server: ECONNREFUSED',
  })
  expect(new Set(receiver.events.map(({ id: event }) => event)).size).toBe(9)
  // Only person.erased, release.published and mail.failing are left: the outbox contains no other event of the person.
  expect(JSON.stringify(await rows(backend))).not.toContain(email)
})

test('a receiver gets every event once and in order after hours of downtime, even if the server was killed meanwhile', async (site) => {
  const { backend, receiver } = site
  await receiver.goDown()
  const people = await Promise.all([1, 2, 3, 4].map(() => signUp(backend)))
  for (const person of people) {
    await write(backend, person, 'One.')
    await write(backend, person, 'Two.')
  }
  const tried = async () => (await rows(backend)).filter(({ attempts }) => Number(attempts) > 0).length
  await expect.poll(tried, WAIT).toBeGreaterThan(0)
  for (let hour = 0; hour < 3; hour += 1) {
    const before = await rows(backend)
    const attempts = before.reduce((sum, row) => sum + Number(row['attempts']), 0)
    await passTime(backend)
    const sum = async () => (await rows(backend)).reduce((total, row) => total + Number(row['attempts']), 0)
    await expect.poll(sum, WAIT).toBeGreaterThan(attempts)
  }
  expect((await rows(backend)).filter(({ delivered_at, gave_up_at }) => delivered_at ?? gave_up_at)).toEqual([])
  const listed = await runAdminOnBackend(backend, ['webhooks', 'list'])
  expect(listed.out).toContain('crm: 12 waiting, 0 dead, 0 delivered.')
  expect(listed.out).toContain('ECONNREFUSED')
  const doctor = await runAdminJson(backend, ['doctor'])
  expect(doctor.findings).toContainEqual({
    state: 'advice',
    what: 'webhooks',
    text: expect.stringContaining('crm has not accepted an event since'),
  })
  const metrics = await (await fetch(`${backend.url}/metrics`)).text()
  expect(metrics).toContain('\nwebhook_outbox_waiting 12\n')

  await backend.kill()
  await backend.start()
  await signUp(backend)
  await receiver.comeUp()
  await passTime(backend)
  await expect.poll(() => receiver.events.length, WAIT).toBe(13)
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(13)
  for (const { email } of people) {
    const person = receiver.events.find(({ data }) => data['email'] === email)
    const theirs = receiver.events.filter((event) => person !== undefined && personOf(event) === personOf(person))
    expect(theirs.map(({ type, data }) => [type, data['message']])).toEqual([
      ['signup.created', undefined],
      ['message.received', 'One.'],
      ['message.received', 'Two.'],
    ])
  }
})

test('an event that is being sent when the server is killed is sent again with the same webhook-id', async (site) => {
  const { backend, receiver } = site
  const ids: unknown[] = []
  receiver.respond((_, headers) => void ids.push(headers['webhook-id'])) // never responds
  await signUp(backend)
  await expect.poll(() => ids.length, WAIT).toBe(1)
  await backend.kill()
  receiver.respond((response, headers) => {
    ids.push(headers['webhook-id'])
    response.writeHead(200).end()
  })
  await backend.start()
  await passTime(backend)
  await expect.poll(() => ids.length, WAIT).toBe(2)
  expect(ids[1]).toBe(ids[0])
  await expect
    .poll(async () => (await rows(backend)).every(({ delivered_at }) => delivered_at !== null), WAIT)
    .toBe(true)
})

testWithSql('two servers on one database deliver each event once, and in order for each person', async (first) => {
  await using receiver = await startWebhookReceiver()
  const env = webhookEnvironment(receiver)
  const shared = { ...(first.databaseUrl === null ? {} : { databaseUrl: first.databaseUrl }) } as const
  await using second = await startBackend({ ...shared, env })
  await using third = await startBackend({ ...shared, env })
  const people = await Promise.all(Array.from({ length: 15 }, (_, at) => signUp(at % 2 === 0 ? second : third)))
  for (const text of ['One.', 'Two.']) await Promise.all(people.map((person) => write(second, person, text)))
  await expect.poll(() => receiver.events.length, WAIT).toBe(45)
  const order = (await rows(second)).map(({ event_id }) => `evt_${String(event_id).replaceAll('-', '')}`)
  for (const person of new Set(receiver.events.map(personOf))) {
    const places = receiver.events.filter((event) => personOf(event) === person).map(({ id }) => order.indexOf(id))
    expect(places).toHaveLength(3)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
})
