import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDatabase } from '../../tests/support/postgres.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Figure, type Findings, median, type Part } from '../figures.ts'
import { accountsPerSecond, PERSON } from '../load/accounts.ts'
import { type Load, putUnderLoad } from '../load/load.ts'
import { type Measured, measureParse } from '../peers/parse-server.ts'
import { type LitePeer, startLite } from '../peers/supabase-lite.ts'
import { ENGINES, type Engine, PUBLISHABLE_KEY, SECRET_KEY, type Server, startProgram, startServer } from '../server.ts'

const ROUNDS = 3
// A machine that others use is not as quick in one minute as in the next; and a peer in a process of its own gets warm for longer.
const IN_TURNS = { rounds: 5, seconds: 4 }
const SECONDS = 2
const CLIENTS = [1, 32]

const VISITOR = { apikey: PUBLISHABLE_KEY, 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }
const SPOTS = '/rest/v1/app_settings?select=value&key=eq.early_access_spots'

const CALLS: Record<
  'insert' | 'read' | 'read past the memory',
  Omit<Load, 'url' | 'clients' | 'seconds'> & { path: string }
> = {
  insert: { path: '/rest/v1/early_access_users', method: 'POST', headers: VISITOR, body: { kind: 'sign-up' } },
  read: { path: SPOTS, headers: VISITOR },
  'read past the memory': { path: SPOTS, headers: { apikey: SECRET_KEY } },
}

/** The data API under load, beside the same SQL without HTTP and beside an embeddable peer. */
export const part: Part = {
  title: 'Calls',
  async measure() {
    const all: Findings = { figures: [], notes: [] }
    for (const engine of ENGINES) {
      const { figures, ours } = await measureEngine(engine)
      const peers = [...(engine === 'postgres' ? [await besideParse(ours)] : []), await besideLite(engine)]
      all.figures.push(...figures, ...peers.flatMap((peer) => peer.figures))
      all.notes.push(...peers.flatMap((peer) => peer.notes))
    }
    return all
  },
}

async function measureEngine(engine: Engine) {
  await using server = await startServer(engine)
  await using folder = await temporaryFolder('same-sql-')
  await server.stop()
  const copy = await copyOf(server, folder.path)
  await server.start()
  const figures: Figure[] = []
  const ours: Measured[] = []
  for (const clients of CLIENTS) {
    const measured = { clients, insert: 0, read: 0 }
    ours.push(measured)
    for (const name of ['insert', 'read'] as const) {
      const http: number[] = []
      const sql: number[] = []
      await callsPerSecond(server, name, clients) // only warms, as everything does that stands beside it
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
  figures.push(...(await besideConstant(server, engine)), ...(await measureAccounts(server, engine, copy)))
  return { figures, ours }
}

/** Parse Server on PostgreSQL, and ours beside it. */
async function besideParse(ours: readonly Measured[]): Promise<Findings> {
  const { measured, notes } = await measureParse(CLIENTS)
  const figures = measured.flatMap((parse) => {
    const own = ours.find(({ clients }) => clients === parse.clients)
    return (['insert', 'read'] as const).flatMap((name): Figure[] => {
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

/** Supabase's own embeddable backend and ours, both with an empty database and each in a process of its own, in turns. */
async function besideLite(engine: Engine): Promise<Findings> {
  const figures: Figure[] = []
  const without = (why: string) => ({ figures, notes: [`@supabase/lite on ${engine} could not be measured: ${why}`] })
  const lite = await startLite(engine).catch(firstLine)
  if (typeof lite === 'string') return without(lite)
  await using peer = lite
  await using server = await startServer(engine)
  for (const name of ['read', 'insert'] as const) {
    const own: number[] = []
    const theirs: number[] = []
    for (let round = 0; round <= IN_TURNS.rounds; round += 1) {
      own.push(await whileStill(peer.pid, () => callsPerSecond(server, name, 32, IN_TURNS.seconds)))
      const load = { ...peer.loads[name], clients: 32, seconds: IN_TURNS.seconds }
      const answered = await whileStill(server.process().pid, () => putUnderLoad(load)).catch(firstLine)
      if (typeof answered === 'string') return without(answered)
      theirs.push(answered.perSecond)
    }
    // The first only warms.
    const [ours, lites] = [median(own.slice(1)), median(theirs.slice(1))]
    const title = titleOf(engine, name, 32)
    figures.push(
      { what: `${title}: ours in turns with @supabase/lite`, value: ours, unit: 'req/s' },
      { what: `${title}: @supabase/lite`, value: lites, unit: 'req/s' },
      { what: `${title}: ours / @supabase/lite`, value: ours / lites, unit: 'times', atLeast: 5 },
    )
  }
  figures.push(...(await accountsBesideLite(server, engine, peer)))
  return { figures, notes: [] }
}

/** Neither pays for what the other does between its turns, such as sending mail. */
async function whileStill<T>(pid: number, work: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
}

/** The read that visitors repeat, beside a bare server that knows nothing but that answer, and beside the read as it was. */
async function besideConstant(server: Server, engine: Engine): Promise<Figure[]> {
  const answer = await fetch(`${server.url}${SPOTS}`, { headers: VISITOR })
  const file = await temporaryFolder('constant-')
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !NODES_OWN.has(name)))
  await writeFile(join(file.path, 'answer'), Buffer.from(await answer.arrayBuffer()))
  await using bare = await startProgram('bare-server.ts', [join(file.path, 'answer'), JSON.stringify(headers)])
  const remembered: number[] = []
  const constant: number[] = []
  const fresh: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    remembered.push(await callsPerSecond(server, 'read', 32))
    constant.push((await putUnderLoad({ url: bare.url, clients: 32, seconds: SECONDS, headers: VISITOR })).perSecond)
    fresh.push(await callsPerSecond(server, 'read past the memory', 32))
  }
  await file[Symbol.asyncDispose]()
  const title = titleOf(engine, 'read', 32)
  return [
    { what: `${title}: a bare server with that answer`, value: median(constant), unit: 'req/s' },
    {
      what: `${title}: ours / a bare server`,
      value: median(remembered) / median(constant),
      unit: 'times',
      atLeast: 0.6,
    },
    { what: `${title}: asking the database each time`, value: median(fresh), unit: 'req/s' },
  ]
}

/** Makes the account that signs in. */
async function makeAccount(server: Server): Promise<void> {
  const headers = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...PERSON, email_confirm: true })
  const { ok, status } = await fetch(`${server.url}/auth/v1/admin/users`, { method: 'POST', headers, body })
  if (!ok) throw new Error(`The account that signs in was not made: ${status}.`)
}

/** Sign-in, which is as slow as the look at the password is made on purpose, and the renewal of a session. */
async function measureAccounts(server: Server, engine: Engine, copy: Copy): Promise<Figure[]> {
  await makeAccount(server)
  const figures: Figure[] = []
  for (const clients of CLIENTS) {
    const { signIn, refresh } = await accountsPerSecond({ url: server.url, headers: VISITOR }, clients, SECONDS)
    const alone = await sameSql(copy, 'password', clients)
    const refreshAlone = await sameSql(copy, 'refresh', clients)
    const title = (name: string) => `${engine}, ${name}, ${crowdOf(clients)}`
    figures.push(
      { what: title('sign-in'), value: signIn, unit: 'req/s' },
      { what: `${title('sign-in')}: looking at the password alone`, value: alone, unit: 'calls/s' },
      { what: title('token refresh'), value: refresh, unit: 'req/s' },
      { what: `${title('token refresh')}: the same SQL without HTTP`, value: refreshAlone, unit: 'calls/s' },
      { what: `${title('token refresh')}: ours / the same SQL`, value: refresh / refreshAlone, unit: 'times' },
    )
  }
  return figures
}

/** The same beside the peer, in turns. */
async function accountsBesideLite(server: Server, engine: Engine, peer: LitePeer): Promise<Figure[]> {
  await makeAccount(server)
  const figures: Figure[] = []
  for (const clients of CLIENTS) {
    const own: Rates[] = []
    const theirs: Rates[] = []
    const { rounds, seconds } = IN_TURNS
    for (let round = 0; round <= rounds; round += 1) {
      const ours = { url: server.url, headers: VISITOR }
      own.push(await whileStill(peer.pid, () => accountsPerSecond(ours, clients, seconds)))
      theirs.push(await whileStill(server.process().pid, () => accountsPerSecond(peer.accounts, clients, seconds)))
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

type Rates = Awaited<ReturnType<typeof accountsPerSecond>>

const crowdOf = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`)

function titleOf(engine: Engine, name: 'insert' | 'read', clients: number): string {
  return `${engine}, ${name === 'insert' ? 'sign-up' : 'spots read'}, ${crowdOf(clients)}`
}

const NODES_OWN = new Set(['date', 'connection', 'keep-alive'])

async function callsPerSecond(
  server: Server,
  name: keyof typeof CALLS,
  clients: number,
  seconds = SECONDS,
): Promise<number> {
  const { path, ...load } = CALLS[name]
  return (await putUnderLoad({ ...load, url: `${server.url}${path}`, clients, seconds })).perSecond
}

/** A database beside the server's own. */
type Copy = { dataDir: string; databaseUrl: string | null }

/** What the same SQL writes into, so that its rows are not among those that the server's triggers, indexes and vacuum work on. */
async function copyOf({ dataDir, databaseUrl }: Server, folder: string): Promise<Copy> {
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
