import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { createBenchmarkAccount, visitorLoadTests } from '../growth/calls.ts'
import { measureSignupExport } from '../growth/export-all.ts'
import { seedSignups } from '../growth/seed-signups.ts'
import { measureCpuTimePerResponse, readCpuTimeMs } from '../load/load.ts'
import { describeWitnessLimit, measureSpotsUpdateLatency, openSimulatedPages } from '../load/pages.ts'
import { type BenchmarkEngine, type BenchmarkServer, selectBenchmarkEngines, startBenchmarkServer } from '../server.ts'
import { readResidentMegabytes } from './start.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const ROUNDS = 3
const FLAT = 1.3
const EXPORT = 'export, a thousand rows'
const LIVE = 'one update to 300 sockets, p99'
const WITNESS = "CPU time of the witnesses' process"

/** The measurements of one server. `took` contains, by the title of the measurement, one value for each round. */
type Rounds = { size: number; server: BenchmarkServer; took: Record<string, number[]> }

/**
 * Measures requests, start and export with 10,000, 100,000 and a million sign-ups. The servers of all sizes run at the same time and
 * are measured alternately, so that other load on the machine affects all equally. The limits require times that do not grow with
 * the number of sign-ups. `growth:postgres` measures one engine.
 */
export const part: BenchmarkPart = {
  title: 'Growth',
  async measure(only) {
    const figures: BenchmarkFigure[] = []
    for (const engine of selectBenchmarkEngines(only)) figures.push(...(await measureEngine(engine)))
    return { figures, notes: [] }
  },
}

async function measureEngine(engine: BenchmarkEngine): Promise<BenchmarkFigure[]> {
  await using running = new AsyncDisposableStack()
  const all: Rounds[] = []
  for (const size of SIZES) {
    const server = running.use(await startBenchmarkServer(engine))
    await server.stop()
    await seedSignups(server, size)
    await server.start()
    await createBenchmarkAccount(server)
    all.push({ size, server, took: {} })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { server, took } of all) await startAgain(server, took)
  }
  // The first round is a warm-up: WebAssembly code is slow until it has been called often enough to be optimised.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(visitorLoadTests)) {
      for (const { server, took } of all) {
        const { perSecond, microseconds } = await measureCpuTimePerResponse(server.process().pid, () => call(server))
        if (round > 0) note(took, { [name]: 1_000 / perSecond, [processor(name)]: microseconds / 1_000 })
      }
    }
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { server, took } of all) await measureUpdates(server, round, took)
  }
  const figures = ['start', ...Object.keys(visitorLoadTests), LIVE].flatMap((name) => flatness(engine, name, all))
  const updates = (name: string) => median(all.flatMap(({ took }) => took[name] ?? []))
  figures.push(describeWitnessLimit(`${engine}, 300 sockets`, updates(LIVE), updates(WITNESS)))
  for (const { server, size, took } of all) {
    const before = await readResidentMegabytes(server.process().pid)
    const one = await measureSignupExport(server)
    note(took, { [EXPORT]: one.perThousand, [processor(EXPORT)]: one.processor })
    const title = `${engine}, export of ${written(size)}`
    figures.push(
      { what: `${title}: most memory of the command`, value: one.command, unit: 'MB' },
      { what: `${title}: memory of the server before`, value: before, unit: 'MB' },
      { what: `${title}: most memory of the server`, value: one.server, unit: 'MB' },
    )
  }
  return [...figures, ...flatness(engine, EXPORT, all)]
}

async function startAgain(server: BenchmarkServer, took: Rounds['took']): Promise<void> {
  await server.stop()
  const begun = performance.now()
  await server.start()
  const processorUsed = await readCpuTimeMs(server.process().pid)
  note(took, { start: performance.now() - begun, [processor('start')]: processorUsed })
}

/** Measures three changes of the number of spots with 300 open WebSockets. The first round is a warm-up. */
async function measureUpdates(server: BenchmarkServer, round: number, took: Rounds['took']): Promise<void> {
  await using pages = await openSimulatedPages(server.url, 300)
  const { pid } = server.process()
  const before = await readCpuTimeMs(pid)
  const updates: { p99: number; witnessCpuMs: number }[] = []
  for (const update of [1, 2, 3])
    updates.push(await measureSpotsUpdateLatency(server, pages, 100 + 10 * round + update))
  const used = (await readCpuTimeMs(pid)) - before
  const [p99, witness] = [median(updates.map((one) => one.p99)), median(updates.map((one) => one.witnessCpuMs))]
  if (round > 0) note(took, { [LIVE]: p99, [processor(LIVE)]: used, [WITNESS]: witness })
}

/**
 * Returns, for every database size, the median of one measurement and its median ratio to the smallest database in the same round: in
 * wall-clock time, which has a limit, and in CPU time of the server, which is less affected by other load on the machine.
 */
function flatness(engine: BenchmarkEngine, name: string, all: readonly Rounds[]): BenchmarkFigure[] {
  const title = (size: number) => `${engine}, ${name}, ${written(size)} sign-ups`
  const times = (took: Rounds['took'], what: string) =>
    median((took[what] ?? []).map((one, round) => one / (all[0]?.took[what]?.[round] ?? Number.NaN)))
  return all.flatMap(({ size, took }, index): BenchmarkFigure[] => {
    const value = { what: title(size), value: median(took[name] ?? []), unit: 'ms' }
    if (index === 0) return [value]
    return [
      value,
      {
        what: `${title(size)}: time relative to the smallest size`,
        value: times(took, name),
        unit: 'times',
        atMost: FLAT,
      },
      {
        what: `${title(size)}: CPU time of the server relative to the smallest size`,
        value: times(took, processor(name)),
        unit: 'times',
      },
    ]
  })
}

function note(took: Rounds['took'], values: Record<string, number>): void {
  for (const [name, value] of Object.entries(values)) took[name] = [...(took[name] ?? []), value]
}

function processor(name: string): string {
  return `${name}: processor`
}

function written(size: number): string {
  return size.toLocaleString('en')
}
