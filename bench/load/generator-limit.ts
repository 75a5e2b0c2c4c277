import type { BenchmarkFigure } from '../figures.ts'
import { startBenchProgram } from '../server.ts'
import { type HttpLoad, type LoadResult, runGenerator } from './generator.ts'
import { createGetRequest } from './raw-request.ts'

/** How many times faster than the measured server a load generator must be. Otherwise the benchmark measures the generator. */
const GENERATOR_TIMES_FASTER = 3
const SECONDS = 1

type GeneratorLimit = { what: string; perCpuSecond: number; fastest: number }

const limits = new Map<string, GeneratorLimit>()

/**
 * Measures the limit of the load generator for a kind of requests, once for each kind, against a TCP server that sends constant bytes of
 * the same length. The limit is the number of responses for a second of the generator's own CPU time, because the constant server shares
 * the machine and may itself be the slower one. Notes the rate that was measured with these requests.
 */
export async function noteGeneratorLimit(load: HttpLoad, { perSecond, bytes }: LoadResult): Promise<void> {
  const kind = load.body?.kind ?? 'constant'
  const roughBytes = Number(bytes.toPrecision(1))
  const what = `generator, ${load.method ?? 'GET'} ${kind}, ${load.clients} clients, ${roughBytes} bytes`
  const known = limits.get(what)
  if (known) {
    known.fastest = Math.max(known.fastest, perSecond)
    return
  }
  const requestBytes = load.body === undefined ? createGetRequest(load.url, load.headers).length : 0
  await using responder = await startBenchProgram('load/constant-responder.ts', [
    String(Math.round(bytes)),
    String(requestBytes),
  ])
  // The port has as many digits as that of the measured server, or the request would have another length.
  const url = new URL(load.url)
  const { perCpuSecond } = await runGenerator({
    ...load,
    url: responder.url + url.pathname + url.search,
    seconds: SECONDS,
  })
  limits.set(what, { what, perCpuSecond, fastest: perSecond })
}

/** Returns the figures about the load generators since the last call: their limits, and how much faster they are than what they measured. */
export function takeGeneratorFigures(): BenchmarkFigure[] {
  const all = [...limits.values()]
  limits.clear()
  return all.flatMap(({ what, perCpuSecond, fastest }): BenchmarkFigure[] => [
    { what: `${what}: at most`, value: perCpuSecond, unit: 'req/s' },
    {
      what: `${what}: at most / fastest measured`,
      value: perCpuSecond / fastest,
      unit: 'times',
      atLeast: GENERATOR_TIMES_FASTER,
    },
  ])
}
