import { startLoadBalancer } from '../support/balancer.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createLoadGenerator, readStoredSignUps, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

const ROOM = 1_000_000

/**
 * Runs several server processes on one PostgreSQL and one data folder behind a load balancer, and stops one of them during sign-ups. No
 * request may fail, and all processes must share the spots, sessions and rate limits.
 */
export async function runMultiProcessScenario(processes: number, crowd: number): Promise<FaultMeasurement[]> {
  await using database = await startPostgres()
  await using folder = await createTemporaryFolder('shared-')
  await using backends = new AsyncDisposableStack()
  const databaseUrl = await createDatabase(database.url, 'site')
  const all: TestBackend[] = []
  for (let index = 0; index < processes; index += 1) {
    const site: Record<string, string> =
      all[0] === undefined ? {} : { SITE_URL: all[0].url, SUPABASE_SECRET_KEY: all[0].secretKey }
    const env = { ...site, LIMIT_SIGNUPS_PER_SOURCE: String(crowd * 2 + 10) }
    all.push(backends.use(await startBackend({ databaseUrl, dataDir: folder.path, env })))
  }
  const [first, ...others] = all
  const stopped = others.at(-1)
  if (first === undefined || stopped === undefined) throw new Error('At least two processes are needed.')
  await using balancer = await startLoadBalancer(all.map(({ url }) => url))
  await setSpots(first, ROOM)
  const subscription = await subscribeToSpots(first)

  using people = createLoadGenerator(first, 24)
  const half = await Promise.all(Array.from({ length: crowd }, () => people.signUp(balancer.url)))
  const rest = Promise.all(Array.from({ length: crowd }, () => people.signUp(balancer.url)))
  const notReady = countNotReady(stopped.url)
  await stopped.stop()
  const attempts = [...half, ...(await rest)]
  const accepted = attempts.filter(({ status }) => status === 201)
  const unanswered = attempts.filter(({ status }) => status === 0).length
  const { rows, mails, spots } = await readStoredSignUps(first)
  const known = new Set(rows)
  await until(() => subscription.last() === spots)
  const shown = subscription.last() ?? 0

  const beyond = await Promise.all(Array.from({ length: 30 }, () => people.signUp(balancer.url)))
  const facts = [
    { what: 'sign-ups through the balancer', value: attempts.length, unit: 'people', atLeast: crowd * 2 },
    createZeroMeasurement(
      'refused, although one process stopped',
      attempts.filter(({ status }) => status !== 201 && status !== 0).length,
    ),
    createZeroMeasurement('without a response when it stopped', unanswered),
    { what: 'responses of /ready with 503 while it stopped', value: await notReady, unit: '', atLeast: 1 },
    createZeroMeasurement(
      'acknowledged but not stored',
      accepted.filter(({ visitor }) => !known.has(visitor.email)).length,
    ),
    createZeroMeasurement('stored twice', rows.length - known.size),
    createZeroMeasurement('difference between taken spots and sign-ups', ROOM - spots - rows.length),
    createZeroMeasurement('mails too many or too few', Math.abs(mails.length - rows.length)),
    createZeroMeasurement('spots that an open page shows wrongly', Math.abs(shown - spots)),
    {
      what: 'accepted beyond the limit of one source, which all share',
      value: beyond.filter(({ status }) => status === 201).length,
      unit: 'people',
      atMost: 10,
    },
    createZeroMeasurement(
      'requests with a session that another process rejected',
      await unknownSessions(first, balancer.url),
    ),
  ]
  await subscription.stop()
  return facts
}

/** Polls `/ready` until the connection is refused. Returns how many responses had the status 503. */
async function countNotReady(url: string): Promise<number> {
  let times = 0
  for (;;) {
    const status = await fetch(`${url}/ready`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 0) return times
    if (status === 503) times += 1
  }
}

async function subscribeToSpots(backend: TestBackend) {
  const client = backend.client()
  let last: number | null = null
  const filter = {
    event: 'UPDATE',
    schema: 'public',
    table: 'app_settings',
    filter: 'key=eq.early_access_spots',
  } as const
  const channel = client.channel('spots').on('postgres_changes', filter, ({ new: row }) => {
    last = Number(row['value'])
  })
  await new Promise<void>((resolve) => channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()))
  return { last: () => last, stop: () => client.removeAllChannels() }
}

/**
 * Signs in at one server process and requests the user through the load balancer. Returns how many responses had a status other than
 * 200.
 */
async function unknownSessions(backend: TestBackend, url: string): Promise<number> {
  const password = 'a long enough sentence'
  const { email } = createTestVisitor()
  await backend.secretClient().auth.admin.createUser({ email, password, email_confirm: true })
  const { data } = await backend.client().auth.signInWithPassword({ email, password })
  const headers = {
    apikey: backend.publishableKey,
    authorization: `Bearer ${data.session?.access_token}`,
    connection: 'close',
  }
  const responses = await Promise.all(Array.from({ length: 12 }, () => fetch(`${url}/auth/v1/user`, { headers })))
  return responses.filter(({ status }) => status !== 200).length
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!isSo() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}
