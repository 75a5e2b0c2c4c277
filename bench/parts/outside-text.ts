import { request as ask } from 'node:http'
import { type BenchmarkFindings, type BenchmarkPart, median } from '../figures.ts'
import { costlyAuthRequests } from '../outside-text/accounts.ts'
import type { CostlyRequest } from '../outside-text/costly-request.ts'
import { costlyDataApiRequests } from '../outside-text/data-api.ts'
import { costlySiteRequests } from '../outside-text/others.ts'
import { costlySignupRequests } from '../outside-text/sign-ups.ts'
import { type BenchmarkServer, PUBLISHABLE_KEY, startBenchmarkServer } from '../server.ts'

const TURNS = 5
const WARM_UP = 30
const MOST_MS = 50
const HASH_MS = 40

/**
 * Measures the server's CPU time, including the embedded database, for the most expensive known request of each kind. The CPU time
 * is the difference between two samples of `/metrics`, minus the cost of a sample. `outside-text:accept` measures the requests whose
 * name contains "accept".
 */
export const part: BenchmarkPart = {
  title: 'Untrusted input: CPU time of the costliest request of each kind',
  async measure(only = '') {
    const findings: BenchmarkFindings = { figures: [], notes: [] }
    let sent = 0
    const costly = [
      ...costlyDataApiRequests,
      ...costlySignupRequests,
      ...costlyAuthRequests,
      ...costlySiteRequests,
    ].filter(({ what }) => what.includes(only))
    await using server = await startBenchmarkServer('pglite', {
      env: { LIMIT_SIGNUPS_PER_SOURCE: '30', LIMIT_MESSAGES_PER_SOURCE: '10' },
    })
    for (let turn = 0; turn < WARM_UP; turn++) await processTime(server)
    const sampleCost = median(await repeated(() => costOf(server, async () => {})))
    for (const request of costly) {
      const statuses = new Set<number>()
      const costs = await repeated(() => {
        sent += 1
        return costOf(server, async () => void statuses.add(await exchange(server, request, sent)))
      })
      const value = Math.max(0, median(costs) - sampleCost)
      const atMost = MOST_MS + (request.hashesPassword ? HASH_MS : 0)
      findings.figures.push({ what: `${request.what} (${[...statuses].join()})`, value, unit: 'ms', atMost })
    }
    findings.figures.sort((one, other) => other.value - one.value)
    findings.notes.push(`${costly.length} requests, costliest first; the response statuses are in parentheses.`)
    return findings
  },
}

async function repeated(measure: () => Promise<number>): Promise<number[]> {
  const all: number[] = []
  for (let turn = 0; turn < TURNS; turn++) all.push(await measure())
  return all
}

async function costOf(server: BenchmarkServer, operation: () => Promise<void>): Promise<number> {
  const before = await processTime(server)
  await operation()
  return (await processTime(server)) - before
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
  const sent = {
    apikey: PUBLISHABLE_KEY,
    // Each request has a new client IP address, so that no rate limit applies.
    'x-forwarded-for': `198.18.${Math.floor(turn / 256)}.${turn % 256}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  const request = ask(url + distinct(path), { method, headers: sent }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0))
  })
  request.on('error', reject).end(body === undefined ? undefined : distinct(body))
  return promise
}
