import { request as ask } from 'node:http'
import { type BenchmarkPart, median } from '../figures.ts'
import { type CostlyRequest, createCostlyRequests } from '../outside-text/costly-requests.ts'
import { type BenchmarkServer, PUBLISHABLE_KEY, startBenchmarkServer } from '../server.ts'

const TURNS = 3
const WARM_UP = 30
const MOST_MS = 50
const HASH_MS = 40
const SHOWN = 20

/**
 * Measures the CPU time of the server's process for every kind of request text, repeated to its maximum length. PostgreSQL is another process:
 * `statement_timeout` ends what is costly there. The CPU time is the difference between two samples of `/metrics`, minus the cost of a sample.
 * `outside-text:accept` measures the requests whose description contains "accept".
 */
export const part: BenchmarkPart = {
  title: 'Untrusted input: CPU time of the costliest requests',
  async measure(only = '') {
    const requests = createCostlyRequests().filter(({ what }) => what.includes(only))
    await using server = await startBenchmarkServer({
      env: { LIMIT_SIGNUPS_PER_SOURCE: '30', LIMIT_MESSAGES_PER_SOURCE: '10' },
    })
    for (let turn = 0; turn < WARM_UP; turn++) await processTime(server)
    const sampleCost = await medianCost(server, async () => {})
    let sent = 0
    const measured: { what: string; value: number; atMost: number }[] = []
    for (const request of requests) {
      const statuses = new Set<number>()
      const cost = await medianCost(server, async () => {
        sent += 1
        statuses.add(await exchange(server, request, sent))
      })
      const what = `${JSON.stringify(request.what.slice(0, 100))} (${[...statuses].join()})`
      const atMost = MOST_MS + (request.hashesPassword ? HASH_MS : 0)
      measured.push({ what, value: Math.max(0, cost - sampleCost), atMost })
    }
    const costliest = measured.toSorted((one, other) => other.value - one.value).slice(0, SHOWN)
    const tooCostly = measured.filter(({ value, atMost }) => value > atMost).length
    return {
      figures: [
        { what: 'requests above their limit', value: tooCostly, unit: '', atMost: 0 },
        ...costliest.map((one) => ({ ...one, unit: 'ms' })),
      ],
      notes: [`The ${SHOWN} costliest of ${requests.length} requests; the response statuses are in parentheses.`],
    }
  },
}

async function medianCost(server: BenchmarkServer, operation: () => Promise<void>): Promise<number> {
  const costs: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const before = await processTime(server)
    await operation()
    costs.push((await processTime(server)) - before)
  }
  return median(costs)
}

/** Returns the CPU time that the server's process has used, in milliseconds. */
async function processTime({ url }: BenchmarkServer): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]) * 1_000
}

function exchange(
  { url }: BenchmarkServer,
  { method, path, headers, body }: CostlyRequest,
  turn: number,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const distinct = (text: string) => text.replaceAll('{turn}', String(turn))
  // Each request has a new client IP address, so that no rate limit applies.
  const source = `198.18.${Math.floor(turn / 256)}.${turn % 256}`
  const sent = { apikey: PUBLISHABLE_KEY, 'x-forwarded-for': source, ...headers }
  const request = ask(url + distinct(path), { method, headers: sent }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0))
  })
  request.on('error', reject).end(body === undefined ? undefined : distinct(body))
  return promise
}
