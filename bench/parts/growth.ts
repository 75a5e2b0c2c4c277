import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { measureSignupExport } from '../growth/export-all.ts'
import { seedSignups } from '../growth/seed-signups.ts'
import { measureWaveBatch, measureWavePlan } from '../growth/waves.ts'
import { measureSpotsUpdateLatency, openSimulatedPages } from '../load/pages.ts'
import { createBenchmarkAccount, VISITOR_CALLS } from '../load/visitor-calls.ts'
import { type BenchmarkServer, startBenchmarkServer } from '../server.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const ROUNDS = 3
const SECONDS = 3
const SOCKETS = 300

/** Returns the time of one measurement in milliseconds. */
type Measure = (server: BenchmarkServer) => Promise<number>

/** What is measured, and how many times as long it may take as with the smallest size. A wave's plan reads all sign-ups. */
const MEASUREMENTS: Record<string, { measure: Measure; atMost: number | null }> = {
  start: { measure: measureStart, atMost: 1.3 },
  'sign-up, 32 clients': { measure: visitorCall('sign-up', 32), atMost: 1.3 },
  'spots read, 32 clients': { measure: visitorCall('spots read', 32), atMost: 1.3 },
  'sign-in, 8 clients': { measure: visitorCall('sign-in', 8), atMost: 1.3 },
  'token refresh, 8 clients': { measure: visitorCall('token refresh', 8), atMost: 1.3 },
  [`one update to ${SOCKETS} sockets, p99`]: { measure: measureUpdates, atMost: 1.3 },
  'export, a thousand rows': { measure: measureSignupExport, atMost: 1.3 },
  'wave, batch of 100': { measure: measureWaveBatch, atMost: 2 },
  'wave, plan': { measure: measureWavePlan, atMost: null },
}

/**
 * Measures requests, start, export and waves with 10,000, 100,000 and a million sign-ups. The servers of all sizes run at the same time and
 * are measured alternately, so that other load on the machine affects all equally. `growth:start` makes one of the measurements.
 */
export const part: BenchmarkPart = {
  title: 'Growth',
  async measure(only) {
    const wanted = Object.entries(MEASUREMENTS).filter(([name]) => only === undefined || name === only)
    if (wanted.length === 0) throw new Error(`"${only}" is none of: ${Object.keys(MEASUREMENTS).join('; ')}.`)
    await using running = new AsyncDisposableStack()
    const servers: BenchmarkServer[] = []
    for (const size of SIZES) {
      const server = running.use(await startBenchmarkServer())
      await seedSignups(server, size)
      await createBenchmarkAccount(server)
      servers.push(server)
      console.error(`  ${size} sign-ups inserted`)
    }
    const figures: BenchmarkFigure[] = []
    for (const [name, { measure, atMost }] of wanted) {
      const rounds: number[][] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const times: number[] = []
        for (const server of servers) times.push(await measure(server))
        if (round > 0) rounds.push(times) // the first round is a warm-up
      }
      figures.push(...growthFigures(name, rounds, atMost))
      console.error(`  ${name} measured`)
    }
    return { figures, notes: [] }
  },
}

/** Returns, for every size, the median and the median of the ratios to the smallest size in the same round. */
function growthFigures(name: string, rounds: readonly number[][], atMost: number | null): BenchmarkFigure[] {
  return SIZES.flatMap((size, index): BenchmarkFigure[] => {
    const what = `${name}, ${size.toLocaleString('en')} sign-ups`
    const figure = { what, value: median(rounds.map((times) => times[index] ?? Number.NaN)), unit: 'ms' }
    if (index === 0) return [figure]
    const ratio = median(rounds.map((times) => (times[index] ?? Number.NaN) / (times[0] ?? Number.NaN)))
    const limit = atMost === null ? {} : { atMost }
    return [figure, { what: `${what}: time relative to the smallest size`, value: ratio, unit: 'times', ...limit }]
  })
}

function visitorCall(name: keyof typeof VISITOR_CALLS, clients: number): Measure {
  return async (server) => 1_000 / (await VISITOR_CALLS[name](server, { clients, seconds: SECONDS })).perSecond
}

async function measureStart(server: BenchmarkServer): Promise<number> {
  await server.stop()
  const begun = performance.now()
  await server.start()
  return performance.now() - begun
}

/** Returns the median p99 of three changes of the number of spots with open WebSockets. */
async function measureUpdates(server: BenchmarkServer): Promise<number> {
  await using pages = await openSimulatedPages(server.url, SOCKETS)
  const latencies: number[] = []
  for (const spots of [101, 102, 103]) latencies.push((await measureSpotsUpdateLatency(server, pages, spots)).p99)
  return median(latencies)
}
