import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchmarkFigure, BenchmarkPart } from '../figures.ts'
import { measureInTurns } from '../in-turns.ts'
import { createBenchmarkAccount, type MeasuredBackend, type Rate, VISITOR_CALLS } from '../load/visitor-calls.ts'
import { type SupabaseLitePeer, startSupabaseLite } from '../peers/supabase-lite.ts'
import { type BenchmarkServer, startBenchmarkServer } from '../server.ts'

const ROUNDS = 5
// Short load tests favour our server, because @supabase/lite takes longer to warm up.
const SECONDS = 4
/** The number of clients that the limits are for. */
const JUDGED_CLIENTS = 32
const SAME_SQL = join(import.meta.dirname, '../same-sql.ts')

type CallName = keyof typeof VISITOR_CALLS

/**
 * How many times as many requests a second our server must answer as @supabase/lite, and as the same SQL without HTTP executes. For reads and
 * sign-ins: what this server reached on PGlite, the embedded engine of @supabase/lite, in November 2026.
 */
const LIMITS: Record<CallName, { peer: number; sql?: number }> = {
  'sign-up': { peer: 10, sql: 0.8 },
  'spots read': { peer: 55 },
  'sign-in': { peer: 5 },
  'token refresh': { peer: 1 },
}
const NAMES = ['sign-up', 'spots read', 'sign-in', 'token refresh'] as const satisfies CallName[]

type Contenders = { server: BenchmarkServer; stopped: BenchmarkServer; peer: SupabaseLitePeer | null }

/**
 * Measures the requests of visitors in turns with @supabase/lite on its embedded engine, and sign-ups with the same SQL without HTTP. `calls:1` measures one client
 * instead of 32, without limits.
 */
export const part: BenchmarkPart = {
  title: 'Calls',
  async measure(only = String(JUDGED_CLIENTS)) {
    const clients = Number(only)
    if (!Number.isInteger(clients) || clients < 1) throw new Error(`"${only}" is not a number of clients.`)
    const notes: string[] = []
    const started = await startSupabaseLite().catch((error: unknown) => {
      notes.push(`@supabase/lite could not be measured: ${error instanceof Error ? error.message : String(error)}`)
      return null
    })
    await using peer = started
    await using stopped = await startBenchmarkServer()
    await stopped.stop()
    await using server = await startBenchmarkServer()
    await createBenchmarkAccount(server)
    const figures: BenchmarkFigure[] = []
    for (const name of NAMES) {
      figures.push(...(await measureCall(name, { server, stopped, peer }, { clients, seconds: SECONDS })))
      console.error(`  ${name} measured`)
    }
    return { figures, notes }
  },
}

async function measureCall(
  name: CallName,
  { server, stopped, peer }: Contenders,
  rate: Rate,
): Promise<BenchmarkFigure[]> {
  const { pid } = server.process()
  const send = async (backend: MeasuredBackend) => (await VISITOR_CALLS[name](backend, rate)).perSecond
  const contenders: Parameters<typeof measureInTurns>[1] = {
    ours: () => whileStopped([peer?.pid], () => send(server)),
  }
  if (peer) contenders['peer'] = () => whileStopped([pid], () => send(peer))
  if (name === 'sign-up')
    contenders['sql'] = () => whileStopped([pid, peer?.pid], () => runSameSql(stopped.dataDir, rate))
  const perSecond = await measureInTurns(ROUNDS, contenders)
  const title = `${name}, ${rate.clients} ${rate.clients === 1 ? 'client' : 'clients'}`
  const beside = (contender: string, value: number, atLeast: number | undefined): BenchmarkFigure[] => {
    if (Number.isNaN(value)) return []
    const limit = rate.clients === JUDGED_CLIENTS && atLeast !== undefined ? { atLeast } : {}
    return [
      { what: `${title}: ${contender}`, value, unit: 'a second' },
      { what: `${title}: ours / ${contender}`, value: perSecond('ours') / value, unit: 'times', ...limit },
    ]
  }
  return [
    { what: title, value: perSecond('ours'), unit: 'a second' },
    ...beside('@supabase/lite', perSecond('peer'), LIMITS[name].peer),
    ...beside('the same SQL', perSecond('sql'), LIMITS[name].sql),
  ]
}

/**
 * Runs a measurement while other processes are stopped, so that their background tasks, such as sending mail, do not take CPU time.
 */
async function whileStopped<T>(pids: readonly (number | undefined)[], measure: () => Promise<T>): Promise<T> {
  const known = pids.filter((pid) => pid !== undefined)
  for (const pid of known) process.kill(pid, 'SIGSTOP')
  try {
    return await measure()
  } finally {
    for (const pid of known) process.kill(pid, 'SIGCONT')
  }
}

async function runSameSql(dataDir: string, { clients, seconds }: Rate): Promise<number> {
  const args = [SAME_SQL, dataDir, String(clients), String(seconds)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}
