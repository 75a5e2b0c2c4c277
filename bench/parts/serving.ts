import { CPUS, moveToServerCpu } from '../cpus.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import type { HttpLoad } from '../load/generator.ts'
import { measureCpuTimePerResponse, runLoadTest } from '../load/load.ts'
import { startBenchmarkServer } from '../server.ts'
import { startBareServer } from '../start-bare-server.ts'

const ROUNDS = 7
const SECONDS = 2
const AS_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Requests a second, and CPU time of the server for a request, of each round. */
type Rounds = { perSecond: number[]; microseconds: number[] }

/**
 * Measures throughput and CPU time per request for the home page, compared with a bare `node:http` server that returns the same headers and
 * bytes.
 */
export const part: BenchmarkPart = {
  title: 'Serving: the home page',
  async measure() {
    await using server = await startBenchmarkServer()
    await using bare = await startBareServer(`${server.url}/`, AS_A_BROWSER)
    const contenders = [
      { url: server.url, pid: server.process().pid, rounds: createRounds() },
      { url: bare.url, pid: bare.pid, rounds: createRounds() },
    ]
    for (const { pid } of contenders) moveToServerCpu(pid)
    // The servers are measured alternately, so that other load on the machine affects both equally. The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { url, pid, rounds } of contenders) {
        const { perSecond, microseconds } = await measureCpuTimePerResponse(pid, () => runLoadTest(loadOf(url)))
        if (round === 0) continue
        rounds.perSecond.push(perSecond)
        rounds.microseconds.push(microseconds)
      }
    }
    const [ours = createRounds(), theirs = createRounds()] = contenders.map(({ rounds }) => rounds)
    return { figures: compare(ours, theirs), notes: [CPU_NOTE] }
  },
}

function createRounds(): Rounds {
  return { perSecond: [], microseconds: [] }
}

function loadOf(url: string): HttpLoad {
  const cpu = CPUS === null ? {} : { cpu: CPUS.generator }
  return { url: `${url}/`, clients: 32, seconds: SECONDS, headers: AS_A_BROWSER, ...cpu }
}

function compare(ours: Rounds, bare: Rounds): BenchmarkFigure[] {
  const cpuTimes = bare.microseconds.map((each, round) => each / (ours.microseconds[round] ?? Number.NaN))
  const requests = median(ours.perSecond) / median(bare.perSecond)
  return [
    { what: 'ours: requests', value: median(ours.perSecond), unit: 'req/s' },
    { what: 'ours: CPU time for a request', value: median(ours.microseconds), unit: 'µs' },
    { what: 'bare node:http: requests', value: median(bare.perSecond), unit: 'req/s' },
    { what: 'bare node:http: CPU time for a request', value: median(bare.microseconds), unit: 'µs' },
    { what: 'ours / bare node:http', value: requests, unit: 'times', atLeast: 0.9 },
    // CPU time is hardly affected by other programs on the machine, which halve the request rates of both servers at different moments.
    {
      what: 'requests for a second of CPU time, ours / bare node:http',
      value: median(cpuTimes),
      unit: 'times',
      atLeast: 0.9,
    },
  ]
}

const CPU_NOTE =
  CPUS === null
    ? 'The servers and the load generator share the CPUs.'
    : `The servers run on CPU ${CPUS.server}, the load generator on CPU ${CPUS.generator}.`
