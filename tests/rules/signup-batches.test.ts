import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { type SqlRunner, testWithSql } from '../support/test-with-sql.ts'
import { sendSimultaneously } from './simultaneous-requests.ts'

// The server inserts concurrent sign-ups in batches (packages/backend/src/acceleration/insert-batcher.ts), which must not be visible to clients.
const options = { env: { TRUSTED_PROXIES: '127.0.0.0/8, ::1', LIMIT_SIGNUPS_PER_SOURCE: '3' } }
const test = createSharedBackendTest(options)

let sources = 0
/** Returns an address in a /24 of its own, because a /24 has limits too. */
const aSource = () => `10.${++sources >> 8}.${sources & 255}.1`

type Asked = { row: Record<string, unknown>; source?: string; userAgent?: string }

function signUpAtOnce(backend: TestBackend, asked: readonly Asked[]) {
  const requests = asked.map(({ row, source = aSource(), userAgent = 'Mozilla/5.0' }) => ({
    path: '/rest/v1/early_access_users',
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      'user-agent': userAgent,
      'x-forwarded-for': source,
    },
    body: JSON.stringify(row),
  }))
  return sendSimultaneously(backend.url, requests)
}

async function stored(backend: TestBackend, emails: readonly string[]) {
  const { data } = await backend
    .secretClient()
    .from('early_access_users')
    .select('name, email, is_paid, amount, order_id, created_at')
    .in('email', emails)
  return data ?? []
}

/** Returns the number of remaining spots, and the mails that are queued for or sent to the email addresses. */
async function rest(backend: TestBackend, emails: readonly string[]) {
  const operator = backend.secretClient()
  const { data: spots } = await operator.from('app_settings').select('value').eq('key', 'early_access_spots').single()
  const { data: mails } = await operator.from('mail_outbox').select('recipient, kind').in('recipient', emails)
  return { spots: Number(spots?.value), mails: mails ?? [] }
}

const setSpots = (backend: TestBackend, value: string) =>
  backend.secretClient().from('app_settings').update({ value }).eq('key', 'early_access_spots')

test('each of sixty batched sign-ups stores its own row, takes one spot and queues one mail', async (backend) => {
  await setSpots(backend, '1000')
  const free = { is_paid: false, amount: null, order_id: null }
  const people = Array.from({ length: 60 }, (_, place) => {
    const paid = { is_paid: true, amount: place + 1, order_id: `cs_${crypto.randomUUID()}` }
    return { ...createTestVisitor(), ...(place % 3 === 0 ? paid : free) }
  })
  const asked = people.map(({ name, email, ...paid }) => ({ row: { ...(paid.is_paid ? paid : {}), name, email } }))
  expect(await signUpAtOnce(backend, asked)).toEqual(people.map(() => ({ status: 201, text: '' })))

  const emails = people.map(({ email }) => email)
  const rows = await stored(backend, emails)
  const byEmail = new Map(rows.map(({ created_at: _, ...row }) => [row.email, row]))
  expect(people.map(({ email }) => byEmail.get(email))).toEqual(people)
  const { spots, mails } = await rest(backend, emails)
  expect(spots).toBe(940)
  expect(mails).toHaveLength(60)
  expect(Object.fromEntries(mails.map(({ recipient, kind }) => [recipient, kind]))).toEqual(
    Object.fromEntries(people.map(({ email, is_paid }) => [email, is_paid ? 'welcome_paid' : 'welcome_free'])),
  )
  // Rows of one transaction have the same timestamp, so fewer than 60 different timestamps show that batches were used.
  expect(new Set(rows.map(({ created_at }) => created_at)).size).toBeLessThan(60)
})

test('each batched sign-up counts towards the rate limit of its own client IP address', async (backend) => {
  const asked = Array.from({ length: 8 }, aSource).flatMap((source) =>
    Array.from({ length: 6 }, () => ({ source, row: { ...createTestVisitor(), is_paid: false } })),
  )
  const mixed = asked.toSorted((one, other) => (one.row.email < other.row.email ? -1 : 1))
  const answers = await signUpAtOnce(backend, mixed)
  const accepted = mixed.filter((_, place) => answers[place]?.status === 201)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(24)
  const counts = Map.groupBy(accepted, ({ source }) => source)
  expect([...counts.values()].map(({ length }) => length)).toEqual([3, 3, 3, 3, 3, 3, 3, 3])
})

test('each batched sign-up is screened by its own user agent, so that only scripts get 403', async (backend) => {
  const isProgram = (place: number) => place % 9 === 5
  const asked = Array.from({ length: 30 }, (_, place) => ({
    row: { ...createTestVisitor(), amount: null },
    userAgent: isProgram(place) ? 'curl/8.9.1' : `Mozilla/5.0 (${place})`,
  }))
  const answers = await signUpAtOnce(backend, asked)
  expect(answers.map(({ status }) => status)).toEqual(asked.map((_, place) => (isProgram(place) ? 403 : 201)))
  const rows = await stored(
    backend,
    asked.map(({ row }) => row.email),
  )
  const honest = asked.filter((_, place) => !isProgram(place)).map(({ row }) => row.email)
  expect(new Set(rows.map(({ email }) => email))).toEqual(new Set(honest))
})

test('in a batch, each invalid sign-up gets its own error, and the valid ones are stored', async (backend) => {
  await setSpots(backend, '500')
  const ordinary = () => ({ ...createTestVisitor(), order_id: null })
  const taken = ordinary()
  expect(await signUpAtOnce(backend, [{ row: taken }])).toMatchObject([{ status: 201 }])
  const odd = [
    [7, taken, 409, { code: '23505' }],
    [
      18,
      { ...ordinary(), name: 'Ada 4 Lovelace' },
      400,
      { code: '23514', message: 'Name contains invalid characters' },
    ],
    [29, { ...ordinary(), email: 'nobody' }, 400, { code: '23514', message: 'Invalid email format' }],
    [31, { ...ordinary(), name: 'Ada\u0000' }, 400, { code: '22P05' }],
  ] as const
  const people = Array.from({ length: 40 }, ordinary)
  const oddAt = (place: number) => odd.find(([at]) => at === place)
  const answers = await signUpAtOnce(
    backend,
    people.map((row, place) => ({ row: oddAt(place)?.[1] ?? row })),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map((_, place) => oddAt(place)?.[2] ?? 201))
  for (const [place, , , refusal] of odd) expect(JSON.parse(answers[place]?.text ?? '')).toMatchObject(refusal)

  const good = people.filter((_, place) => !oddAt(place)).map(({ email }) => email)
  expect(await stored(backend, good)).toHaveLength(36)
  const { spots, mails } = await rest(backend, good)
  expect(spots).toBe(500 - 1 - 36)
  expect(mails).toHaveLength(36)
})

testWithSql(
  'a batched sign-up that waits for a database lock does not delay the other sign-ups of the batch',
  async (backend) => {
    await backend.secretClient().from('app_settings').update({ value: 'false' }).eq('key', 'count_down_spots')
    const people = Array.from({ length: 20 }, () => createTestVisitor())
    const [held, ...others] = people
    if (held === undefined || backend.databaseUrl === null) throw new Error('No sign-up or no database.')
    const outside = new Client({ connectionString: backend.databaseUrl })
    outside.on('error', () => {}) // an error is expected when the database is dropped while this client is still connected
    onTestFinished(() => outside.end())
    await outside.connect()
    await outside.query('begin')
    await outside.query('insert into early_access_users (name, email) values ($1, $2)', [held.name, held.email])
    const answers = signUpAtOnce(
      backend,
      people.map((row) => ({ row })),
    )
    const emails = others.map(({ email }) => email)
    await expect.poll(async () => (await stored(backend, emails)).length).toBe(19)
    await outside.query('rollback')
    expect((await answers).map(({ status }) => status)).toEqual(people.map(() => 201))
  },
  options,
)

testWithSql(
  'while database connections are terminated, each sign-up gets 201 and is stored, or gets 503',
  async (backend, sql) => {
    // A batch may complete before its connection is terminated, so that no sign-up gets a 503. The test then repeats with another batch.
    for (let statuses = new Set<number>(); !statuses.has(503); )
      statuses = await signUpWhileConnectionsBreak(backend, sql)
  },
  options,
)

async function signUpWhileConnectionsBreak(backend: TestBackend, sql: SqlRunner): Promise<Set<number>> {
  const crowd = Array.from({ length: 600 }, () => createTestVisitor())
  const answers = signUpAtOnce(
    backend,
    crowd.map((row) => ({ row })),
  )
  let isAnswered = false
  void answers.finally(() => {
    isAnswered = true
  })
  for (let kept = 0; !isAnswered; ) {
    const { length } = await sql('select from early_access_users')
    if (length === kept) continue
    kept = length
    await sql(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%sign_up_together%'`)
  }
  const statuses = (await answers).map(({ status }) => status)
  expect([201, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]))
  const accepted = crowd.filter((_, place) => statuses[place] === 201).map(({ email }) => email)
  const rows = await sql('select email from early_access_users')
  expect(rows).toEqual(expect.arrayContaining(accepted.map((email) => ({ email }))))
  return new Set(statuses)
}
