// The load generator's process for requests with bodies, which uses autocannon: reads a `HttpLoad` (generator.ts) as JSON from standard input and prints the result as JSON.
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { function as callable, number, object, parse, record, string } from 'valibot'
import { type HttpLoad, httpLoadSchema } from './generator.ts'
import { randomClientAddress, randomPerson } from './random-person.ts'

type Request = { headers?: Record<string, string>; body?: string }

const [program = ''] = process.argv.slice(2)
const { default: autocannon } = parse(object({ default: callable() }), await import(pathToFileURL(program).href))
const load = parse(httpLoadSchema, JSON.parse(await text(process.stdin)))

const options = {
  url: load.url,
  connections: load.clients,
  duration: load.seconds,
  requests: [{ method: load.method ?? 'GET', headers: load.headers ?? {}, ...requestOf(load.body) }],
}
const counts = object({
  requests: object({ average: number(), total: number() }),
  non2xx: number(),
  statusCodeStats: record(string(), object({ count: number() })),
  errors: number(),
  timeouts: number(),
})
const used = process.cpuUsage()
const { requests, non2xx, statusCodeStats, errors, timeouts } = parse(counts, await autocannon(options))
const cpu = process.cpuUsage(used)
console.log(
  JSON.stringify({
    perSecond: requests.average,
    perCpuSecond: requests.total / ((cpu.user + cpu.system) / 1e6),
    answered: requests.total,
    failed: non2xx + errors + timeouts,
    how: JSON.stringify({
      ...Object.fromEntries(Object.entries(statusCodeStats).map(([status, { count }]) => [status, count])),
      errors,
      timeouts,
    }),
  }),
)

function requestOf(body: HttpLoad['body']): object {
  if (body === undefined) return {}
  if (body.kind === 'text') return { body: body.text }
  if (body.kind === 'sign-up') {
    return {
      setupRequest: (request: Request) => ({
        ...request,
        headers: { ...request.headers, 'x-forwarded-for': randomClientAddress() },
        body: JSON.stringify(randomPerson()),
      }),
    }
  }
  // There are as many refresh tokens as clients: each request in flight uses one, and its response contains the next.
  const tokens = [...body.tokens]
  return {
    setupRequest: (request: Request) => ({ ...request, body: JSON.stringify({ refresh_token: tokens.pop() ?? '' }) }),
    onResponse(status: number, response: string) {
      if (status === 200) tokens.push(parse(object({ refresh_token: string() }), JSON.parse(response)).refresh_token)
    },
  }
}
