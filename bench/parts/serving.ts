import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { CPUS, moveToServerCpu } from '../cpus.ts'
import { type BenchmarkFigure, type BenchmarkPart, median } from '../figures.ts'
import { measureCpuTimePerResponse, runLoadTest } from '../load/load.ts'
import { startNginx } from '../nginx.ts'
import { startBenchmarkServer } from '../server.ts'
import { startBareServer } from '../start-bare-server.ts'

const CLIENT = join(import.meta.dirname, '../../website/dist/client')
const ROUNDS = 7
const SECONDS = 2
const AS_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

type Contender = { name: string; url: string; pid: number; perSecond: number[]; microseconds: number[] }

/**
 * Measures throughput and CPU time per request for the home page, compared with a bare `node:http` server that returns the same headers and
 * bytes, and with nginx.
 */
export const part: BenchmarkPart = {
  title: 'Serving: the home page',
  async measure() {
    await using server = await startBenchmarkServer()
    await using bare = await startBareServer(`${server.url}/`, AS_A_BROWSER)
    await using nginx = await startNginx(CLIENT)
    const contenders: Contender[] = [
      contender('ours', server.url, server.process().pid),
      contender('bare node:http', bare.url, bare.pid),
      ...(nginx ? [contender('nginx, one worker', nginx.url, nginx.pid)] : []),
    ]
    for (const { pid } of contenders) moveToServerCpu(pid)
    // The servers are measured alternately, so that other load on the machine affects all of them equally.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const one of contenders) await takeTurn(one)
    }
    for (const { perSecond, microseconds } of contenders) {
      perSecond.shift() // the first round is a warm-up
      microseconds.shift()
    }
    return {
      figures: figuresOf(contenders),
      notes: [await zstdNote(), CPU_NOTE, ...(nginx ? [] : ['nginx is not installed here.'])],
    }
  },
}

function contender(name: string, url: string, pid: number): Contender {
  return { name, url, pid, perSecond: [], microseconds: [] }
}

async function takeTurn(one: Contender): Promise<void> {
  const cpu = CPUS === null ? {} : { cpu: CPUS.generator }
  const load = { url: `${one.url}/`, clients: 32, seconds: SECONDS, headers: AS_A_BROWSER, ...cpu }
  const { perSecond, microseconds } = await measureCpuTimePerResponse(one.pid, () => runLoadTest(load))
  one.perSecond.push(perSecond)
  one.microseconds.push(microseconds)
}

function figuresOf([ours, ...others]: Contender[]): BenchmarkFigure[] {
  if (!ours) return []
  const figures = [ours, ...others].flatMap((one): BenchmarkFigure[] => [
    { what: `${one.name}: requests`, value: median(one.perSecond), unit: 'req/s' },
    { what: `${one.name}: processor time a request`, value: median(one.microseconds), unit: 'µs' },
  ])
  const ratios = others.flatMap((other): BenchmarkFigure[] => {
    const limit = other.name.startsWith('bare') ? { atLeast: 0.8 } : {}
    const cpuTimes = other.microseconds.map((each, round) => each / (ours.microseconds[round] ?? Number.NaN))
    return [
      {
        what: `ours / ${other.name}`,
        value: median(ours.perSecond) / median(other.perSecond),
        unit: 'times',
        ...limit,
        beside: other.name,
      },
      // CPU time is hardly affected by other programs on the machine, which halve the request rates of both servers at different moments.
      {
        what: `requests for a second of CPU time, ours / ${other.name}`,
        value: median(cpuTimes),
        unit: 'times',
        ...limit,
      },
    ]
  })
  return [...figures, ...ratios]
}

const CPU_NOTE =
  CPUS === null
    ? 'The servers and the load generator share the CPUs.'
    : `The servers run on CPU ${CPUS.server}, the load generator on CPU ${CPUS.generator}.`

/** Compares the size of the home page under brotli, zstd and gzip. zstd would only help clients that accept zstd but not brotli. */
async function zstdNote(): Promise<string> {
  const page = await readFile(join(CLIENT, 'index.html'))
  const [br, gz] = await Promise.all(['br', 'gz'].map((end) => readFile(join(CLIENT, `index.html.${end}`))))
  const zstd = zstdCompressSync(page, { params: { [ZSTD_LEVEL]: 19 } })
  const nginx = spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr ?? ''
  return `The home page is ${page.length} bytes; brotli ${br?.length}, zstd ${zstd.length}, gzip ${gz?.length}. ${nginx.trim()}`
}

const ZSTD_LEVEL = 100 // the number of the parameter ZSTD_c_compressionLevel in the zstd API
