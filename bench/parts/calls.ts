import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDatabase } from '../../tests/support/postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type BenchmarkFigure, type BenchmarkFindings, type BenchmarkPart, median } from '../figures.ts'
import { BENCHMARK_CREDENTIALS, measureAuthThroughput } from '../load/accounts.ts'
import type { HttpLoad } from '../load/generator.ts'
import { runLoadTest } from '../load/load.ts'
import { type MeasuredThroughput, measureParseServer } from '../peers/parse-server.ts'
import { type SupabaseLitePeer, startSupabaseLite } from '../peers/supabase-lite.ts'
import {
  BENCHMARK_ENGINES,
  type BenchmarkEngine,
  type BenchmarkServer,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  startBenchmarkServer,
} from '../server.ts'
import { startBareServer } from '../start-bare-server.ts'

const ROUNDS = 3
// Comparisons with a peer backend take more and longer rounds than measurements of our server alone: the speed of a shared machine changes
// from minute to minute, and a peer backend takes longer to warm up.
const IN_TURNS = { rounds: 5, seconds: 4 }
const SECONDS = 2
const CLIENTS = [1, 32]

const VISITOR = { apikey: PUBLISHABLE_KEY, 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }
const SPOTS = '/rest/v1/app_settings?select=value&key=eq.early_access_spots'

const CALLS: Record<
  'insert' | 'read' | 'uncached read',
  Omit<HttpLoad, 'url' | 'clients' | 'seconds'> & { path: string }
> = {
  insert: { path: '/rest/v1/early_access_users', method: 'POST', headers: VISITOR, body: { kind: 'sign-up' } },
  read: { path: SPOTS, headers: VISITOR },
  'uncached read': { path: SPOTS, headers: { apikey: SECRET_KEY } },
}

/** Measures the data API under load, compared with the same SQL without HTTP and with two other backends. */
export const part: BenchmarkPart = {
  title: 'Calls',
  async measure() {
    const all: BenchmarkFindings = { figures: [], notes: [] }
    for (const engine of BENCHMARK_ENGINES) {
      const { figures, ours } = await measureEngine(engine)
      const peers = [...(engine === 'postgres' ? [await compareWithParse(ours)] : []), await compareWithLite(engine)]
      all.figures.push(...figures, ...peers.flatMap((peer) => peer.figures))
      all.notes.push(...peers.flatMap((peer) => peer.notes))
    }
    return all
  },
}

async function measureEngine(engine: BenchmarkEngine) {
  await using server = await startBenchmarkServer(engine)
  await using folder = await createTemporaryFolder('same-sql-')
  await server.stop()
  const copy = await copyOf(server, folder.path)
  await server.start()
  const figures: BenchmarkFigure[] = []
  const ours: MeasuredThroughput[] = []
  for (const clients of CLIENTS) {
    const measured = { clients, insert: 0, read: 0 }
    ours.push(measured)
    for (const name of ['insert', 'read'] as const) {
      const http: number[] = []
      const sql: number[] = []
      await callsPerSecond(server, name, clients) // an unmeasured warm-up run, which the peer backends and baselines get too
      for (let round = 0; round < ROUNDS; round += 1) {
        http.push(await callsPerSecond(server, name, clients))
        sql.push(await sameSql(copy, name, clients))
      }
      const title = titleOf(engine, name, clients)
      const isJudged = engine === 'pglite' && clients === 32
      measured[name] = median(http)
      figures.push(
        { what: title, value: median(http), unit: 'req/s' },
        { what: `${title}: the same SQL without HTTP`, value: median(sql), unit: 'calls/s' },
        {
          what: `${title}: ours / the same SQL`,
          value: median(http) / median(sql),
          unit: 'times',
          ...(isJudged ? { atLeast: 0.7 } : {}),
        },
      )
    }
  }
  figures.push(...(await compareWithConstant(server, engine)), ...(await measureAccounts(server, engine, copy)))
  return { figures, ours }
}

/** Measures Parse Server on PostgreSQL and compares it with the results of our server. */
async function compareWithParse(ours: readonly MeasuredThroughput[]): Promise<BenchmarkFindings> {
  const { measured, notes } = await measureParseServer(CLIENTS)
  const figures = measured.flatMap((parse) => {
    const own = ours.find(({ clients }) => clients === parse.clients)
    return (['insert', 'read'] as const).flatMap((name): BenchmarkFigure[] => {
      const title = titleOf('postgres', name, parse.clients)
      const times = (own?.[name] ?? Number.NaN) / parse[name]
      return [
        { what: `${title}: parse-server`, value: parse[name], unit: 'req/s' },
        { what: `${title}: ours / parse-server`, value: times, unit: 'times' },
      ]
    })
  })
  return { figures, notes }
}

/** Measures @supabase/lite and our server alternately, each with an empty database and in its own process. */
async function compareWithLite(engine: BenchmarkEngine): Promise<BenchmarkFindings> {
  const figures: BenchmarkFigure[] = []
  const without = (why: string) => ({ figures, notes: [`@supabase/lite on ${engine} could not be measured: ${why}`] })
  const lite = await startSupabaseLite(engine).catch(firstLine)
  if (typeof lite === 'string') return without(lite)
  await using peer = lite
  await using server = await startBenchmarkServer(engine)
  for (const name of ['read', 'insert'] as const) {
    const own: number[] = []
    const theirs: number[] = []
    for (let round = 0; round <= IN_TURNS.rounds; round += 1) {
      own.push(await whileStopped(peer.pid, () => callsPerSecond(server, name, 32, IN_TURNS.seconds)))
      const load = { ...peer.loads[name], clients: 32, seconds: IN_TURNS.seconds }
      const answered = await whileStopped(server.process().pid, () => runLoadTest(load)).catch(firstLine)
      if (typeof answered === 'string') return without(answered)
      theirs.push(answered.perSecond)
    }
    // The first round is a warm-up, so it is left out of the median.
    const [ours, lites] = [median(own.slice(1)), median(theirs.slice(1))]
    const title = titleOf(engine, name, 32)
    figures.push(
      { what: `${title}: ours in turns with @supabase/lite`, value: ours, unit: 'req/s' },
      { what: `${title}: @supabase/lite`, value: lites, unit: 'req/s' },
      { what: `${title}: ours / @supabase/lite`, value: ours / lites, unit: 'times', atLeast: 5 },
    )
  }
  figures.push(...(await compareAccountsWithLite(server, engine, peer)))
  return { figures, notes: [] }
}

/**
 * Runs a measurement while another process is stopped, so that the background tasks of the stopped process, such as sending mail, do
 * not take CPU time.
 */
async function whileStopped<T>(pid: number, measure: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP')
  try {
    return await measure()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
}

/**
 * Compares a cached read of the number of spots with a bare `node:http` server that returns the same response, and with an uncached
 * read.
 */
async function compareWithConstant(server: BenchmarkServer, engine: BenchmarkEngine): Promise<BenchmarkFigure[]> {
  await using bare = await startBareServer(`${server.url}${SPOTS}`, VISITOR)
  const remembered: number[] = []
  const constant: number[] = []
  const fresh: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    remembered.push(await callsPerSecond(server, 'read', 32))
    constant.push((await runLoadTest({ url: bare.url, clients: 32, seconds: SECONDS, headers: VISITOR })).perSecond)
    fresh.push(await callsPerSecond(server, 'uncached read', 32))
  }
  const title = titleOf(engine, 'read', 32)
  return [
    { what: `${title}: a bare server with that response`, value: median(constant), unit: 'req/s' },
    {
      what: `${title}: ours / a bare server`,
      value: median(remembered) / median(constant),
      unit: 'times',
      atLeast: 0.6,
    },
    { what: `${title}: without the cache`, value: median(fresh), unit: 'req/s' },
  ]
}

/** Creates the account of `BENCHMARK_CREDENTIALS`. Throws when the request fails. */
async function makeAccount(server: BenchmarkServer): Promise<void> {
  const headers = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...BENCHMARK_CREDENTIALS, email_confirm: true })
  const { ok, status } = await fetch(`${server.url}/auth/v1/admin/users`, { method: 'POST', headers, body })
  if (!ok) throw new Error(`The account for sign-in could not be created: status ${status}.`)
}

/** Measures sign-in and token refresh. The deliberately slow password hash dominates the cost of a sign-in. */
async function measureAccounts(
  server: BenchmarkServer,
  engine: BenchmarkEngine,
  copy: Copy,
): Promise<BenchmarkFigure[]> {
  await makeAccount(server)
  const figures: BenchmarkFigure[] = []
  for (const clients of CLIENTS) {
    const { signIn, refresh } = await measureAuthThroughput({ url: server.url, headers: VISITOR }, clients, SECONDS)
    const alone = await sameSql(copy, 'password', clients)
    const refreshAlone = await sameSql(copy, 'refresh', clients)
    const title = (name: string) => `${engine}, ${name}, ${crowdOf(clients)}`
    figures.push(
      { what: title('sign-in'), value: signIn, unit: 'req/s' },
      { what: `${title('sign-in')}: verifying the password alone`, value: alone, unit: 'calls/s' },
      { what: title('token refresh'), value: refresh, unit: 'req/s' },
      { what: `${title('token refresh')}: the same SQL without HTTP`, value: refreshAlone, unit: 'calls/s' },
      { what: `${title('token refresh')}: ours / the same SQL`, value: refresh / refreshAlone, unit: 'times' },
    )
  }
  return figures
}

/** Measures sign-in and token refresh of @supabase/lite and our server alternately. */
async function compareAccountsWithLite(
  server: BenchmarkServer,
  engine: BenchmarkEngine,
  peer: SupabaseLitePeer,
): Promise<BenchmarkFigure[]> {
  await makeAccount(server)
  const figures: BenchmarkFigure[] = []
  for (const clients of CLIENTS) {
    const own: Rates[] = []
    const theirs: Rates[] = []
    const { rounds, seconds } = IN_TURNS
    for (let round = 0; round <= rounds; round += 1) {
      const ours = { url: server.url, headers: VISITOR }
      own.push(await whileStopped(peer.pid, () => measureAuthThroughput(ours, clients, seconds)))
      theirs.push(
        await whileStopped(server.process().pid, () => measureAuthThroughput(peer.accounts, clients, seconds)),
      )
    }
    for (const [name, rate] of [
      ['sign-in', ({ signIn }: Rates) => signIn],
      ['token refresh', ({ refresh }: Rates) => refresh],
    ] as const) {
      const [ours, lites] = [median(own.slice(1).map(rate)), median(theirs.slice(1).map(rate))]
      const title = `${engine}, ${name}, ${crowdOf(clients)}`
      figures.push(
        { what: `${title}: ours in turns with @supabase/lite`, value: ours, unit: 'req/s' },
        { what: `${title}: @supabase/lite`, value: lites, unit: 'req/s' },
        { what: `${title}: ours / @supabase/lite`, value: ours / lites, unit: 'times', atLeast: 1 },
      )
    }
  }
  return figures
}

type Rates = Awaited<ReturnType<typeof measureAuthThroughput>>

const crowdOf = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`)

function titleOf(engine: BenchmarkEngine, name: 'insert' | 'read', clients: number): string {
  return `${engine}, ${name === 'insert' ? 'sign-up' : 'spots read'}, ${crowdOf(clients)}`
}

async function callsPerSecond(
  server: BenchmarkServer,
  name: keyof typeof CALLS,
  clients: number,
  seconds = SECONDS,
): Promise<number> {
  const { path, ...load } = CALLS[name]
  return (await runLoadTest({ ...load, url: `${server.url}${path}`, clients, seconds })).perSecond
}

/** A copy of the server's database: its data folder and, on PostgreSQL, its URL. */
type Copy = { dataDir: string; databaseUrl: string | null }

/**
 * Copies the database for the SQL baseline, so that the rows which the baseline inserts do not slow down the server's triggers,
 * indexes and vacuum.
 */
async function copyOf({ dataDir, databaseUrl }: BenchmarkServer, folder: string): Promise<Copy> {
  await cp(dataDir, folder, { recursive: true })
  const name = databaseUrl && new URL(databaseUrl).pathname.slice(1)
  return { dataDir: folder, databaseUrl: name && (await createDatabase(databaseUrl, `${name}_copy`, name)) }
}

async function sameSql({ dataDir, databaseUrl }: Copy, what: string, clients: number): Promise<number> {
  const args = [dataDir, databaseUrl ?? '-', what, String(clients), String(SECONDS)]
  const program = join(import.meta.dirname, '../same-sql.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  return Number(stdout)
}
