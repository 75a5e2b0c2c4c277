import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from '../../tests/support/postgres.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { measureSpotsUpdateLatency, openSimulatedPages, type SimulatedPages, setSpots } from '../load/pages.ts'
import { readTreeMegabytes } from '../process-figures.ts'
import { type BenchmarkServer, startBenchmarkServer } from '../server.ts'

const SOCKETS = 2_000
const UPDATES = 10
/** How many times the CPU time of the witnesses' process the measured time must be. Otherwise the witnesses measure themselves. */
const WITNESS_TIMES = 3

/** Measures the time from a change of the number of spots until all open pages have received it. */
export const part: BenchmarkPart = {
  title: `Live: ${SOCKETS.toLocaleString('en')} sockets receive one update`,
  async measure() {
    await using server = await startBenchmarkServer()
    await setSpots(server, 1_000)
    const { pid } = server.process()
    await pause(2_000)
    const before = await readTreeMegabytes(pid)
    await using pages = await openSimulatedPages(server.url, SOCKETS)
    await pause(2_000)
    const perSocket = (1_000 * ((await readTreeMegabytes(pid)) - before)) / SOCKETS
    const updates: { p99: number; witnessCpuMs: number }[] = []
    for (let spots = 999; spots > 999 - UPDATES; spots -= 1)
      updates.push(await measureSpotsUpdateLatency(server, pages, spots))
    const p99 = median(updates.map((update) => update.p99))
    const times = p99 / median(updates.map(({ witnessCpuMs }) => witnessCpuMs))
    return {
      figures: [
        { what: 'from the update to the page, p99', value: p99, unit: 'ms', atMost: 150 },
        { what: "p99 / CPU time of the witnesses' process", value: times, unit: 'times', atLeast: WITNESS_TIMES },
        { what: 'memory for a socket', value: perSocket, unit: 'kB', atMost: 40 },
        ...(await measureLostConnections(server, pages)),
      ],
      notes: [
        'Counted from the moment the update is sent, at one of 20 sockets; all processes share the same two cores.',
      ],
    }
  },
}

/**
 * Terminates all database connections and changes the row before the server has reconnected and listens for notifications again. Every page
 * must still receive the new value.
 */
async function measureLostConnections(
  { databaseUrl }: BenchmarkServer,
  pages: SimulatedPages,
): Promise<BenchmarkFigure[]> {
  const received = pages.next()
  const start = performance.now()
  await runSql(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await runSql(databaseUrl, `update public.app_settings set value = '5' where key = 'early_access_spots'`)
  const missed = SOCKETS - (await received).pages
  return [
    { what: 'sockets that missed an update without a database connection', value: missed, unit: 'sockets', atMost: 0 },
    { what: 'until all had it', value: performance.now() - start, unit: 'ms' },
  ]
}
