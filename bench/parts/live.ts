import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from '../../tests/support/postgres.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import {
  describeWitnessLimit,
  measureSpotsUpdateLatency,
  openSimulatedPages,
  type SimulatedPages,
  setSpots,
} from '../load/pages.ts'
import { BENCHMARK_ENGINES, type BenchmarkEngine, type BenchmarkServer, startBenchmarkServer } from '../server.ts'
import { readResidentMegabytes } from './start.ts'

const SOCKETS = 2_000
const UPDATES = 10

/** Measures the time from a change of the number of spots until all open pages have received it. */
export const part: BenchmarkPart = {
  title: `Live: ${SOCKETS.toLocaleString('en')} sockets receive one update`,
  async measure() {
    const figures: BenchmarkFigure[] = []
    for (const engine of BENCHMARK_ENGINES) figures.push(...(await measureEngine(engine)))
    return {
      figures,
      notes: [
        'Counted from the moment the update is sent, at one of 20 sockets; all processes share the same two cores.',
      ],
    }
  },
}

async function measureEngine(engine: BenchmarkEngine): Promise<BenchmarkFigure[]> {
  await using server = await startBenchmarkServer(engine)
  await setSpots(server, 1_000)
  const { pid } = server.process()
  await pause(2_000)
  const before = await readResidentMegabytes(pid)
  await using pages = await openSimulatedPages(server.url, SOCKETS)
  await pause(2_000)
  const perSocket = ((await readResidentMegabytes(pid)) - before) / SOCKETS
  const updates: { p99: number; witnessCpuMs: number }[] = []
  for (let spots = 999; spots > 999 - UPDATES; spots -= 1)
    updates.push(await measureSpotsUpdateLatency(server, pages, spots))
  const p99 = median(updates.map((update) => update.p99))
  return [
    { what: `${engine}: from the update to the page, p99`, value: p99, unit: 'ms', atMost: 150 },
    describeWitnessLimit(engine, p99, median(updates.map(({ witnessCpuMs }) => witnessCpuMs))),
    { what: `${engine}: memory of the server for a socket`, value: perSocket * 1_000, unit: 'kB', atMost: 40 },
    ...(await afterRestart(server, pages)),
  ]
}

/**
 * Terminates all database connections and changes the row before the server has reconnected and listens for notifications again. Every page
 * must still receive the new value.
 */
async function afterRestart({ databaseUrl }: BenchmarkServer, pages: SimulatedPages): Promise<BenchmarkFigure[]> {
  if (databaseUrl === null) return []
  const received = pages.next()
  const start = performance.now()
  await runSql(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await runSql(databaseUrl, `update public.app_settings set value = '5' where key = 'early_access_spots'`)
  const { pages: reached } = await received
  return [
    {
      what: 'postgres: sockets that missed an update while the database was away',
      value: SOCKETS - reached,
      unit: 'sockets',
      atMost: 0,
    },
    { what: 'postgres: until all had it', value: performance.now() - start, unit: 'ms' },
  ]
}
