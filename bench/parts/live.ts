import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { array, number, object, parse, string } from 'valibot'
import { runSql } from '../../tests/support/postgres.ts'
import { type Figure, median, type Part } from '../figures.ts'
import { ENGINES, type Engine, PUBLISHABLE_KEY, SECRET_KEY, type Server, startServer } from '../server.ts'
import { residentMegabytes } from './start.ts'

const SOCKETS = 2_000
const UPDATES = 10
const arrived = object({ value: string(), times: array(number()) })

/** One change of the spots, until every open page has it. */
export const part: Part = {
  title: `Live: ${SOCKETS.toLocaleString('en')} sockets hear one update`,
  async measure() {
    const figures: Figure[] = []
    for (const engine of ENGINES) figures.push(...(await measureEngine(engine)))
    return {
      figures,
      notes: ['Counted from the moment the update is sent; all sockets are read by one process on the same two cores.'],
    }
  },
}

async function measureEngine(engine: Engine): Promise<Figure[]> {
  await using server = await startServer(engine)
  await setSpots(server, 1_000)
  const { pid } = server.process()
  await pause(2_000)
  const before = await residentMegabytes(pid)
  await using pages = await openPages(server.url)
  await pause(2_000)
  const perSocket = ((await residentMegabytes(pid)) - before) / SOCKETS
  const p99s: number[] = []
  for (let spots = 999; spots > 999 - UPDATES; spots -= 1) {
    const sent = performance.timeOrigin + performance.now()
    const heard = pages.next()
    await setSpots(server, spots)
    const latencies = (await heard).times.map((time) => time - sent).toSorted((a, b) => a - b)
    p99s.push(latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN)
  }
  return [
    { what: `${engine}: from the update to the page, p99`, value: median(p99s), unit: 'ms', atMost: 150 },
    { what: `${engine}: memory of the server for a socket`, value: perSocket * 1_000, unit: 'kB', atMost: 40 },
    ...(await afterRestart(server, pages)),
  ]
}

/** The database loses every connection, and the row changes before anybody listens again. */
async function afterRestart({ databaseUrl }: Server, pages: Pages): Promise<Figure[]> {
  if (databaseUrl === null) return []
  const heard = pages.next()
  const start = performance.now()
  await runSql(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await runSql(databaseUrl, `update public.app_settings set value = '5' where key = 'early_access_spots'`)
  const { times } = await heard
  return [
    {
      what: 'postgres: sockets that missed an update while the database was away',
      value: SOCKETS - times.length,
      unit: 'sockets',
      atMost: 0,
    },
    { what: 'postgres: until all had it', value: performance.now() - start, unit: 'ms' },
  ]
}

async function setSpots({ url }: Server, value: number): Promise<void> {
  const answer = await fetch(`${url}/rest/v1/app_settings?key=eq.early_access_spots`, {
    method: 'PATCH',
    headers: { apikey: SECRET_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ value: String(value) }),
  })
  if (!answer.ok) throw new Error(`The spots could not be set: ${answer.status}`)
}

type Pages = AsyncDisposable & { next(): Promise<{ value: string; times: number[] }> }

async function openPages(url: string): Promise<Pages> {
  const program = join(import.meta.dirname, '../load/sockets.ts')
  const child = spawn(process.execPath, [program, url, PUBLISHABLE_KEY, String(SOCKETS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  return {
    async next() {
      const line: unknown[] = await once(lines, 'line')
      return parse(arrived, JSON.parse(String(line[0])))
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
