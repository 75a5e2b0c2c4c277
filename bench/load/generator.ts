import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as v from 'valibot'
import { onCpu } from '../cpus.ts'
import { resolveToolFile } from '../tools/install.ts'

/**
 * The requests of a load test. `sign-up` bodies contain a new random person each time, sent from a random client IP address
 * (X-Forwarded-For); `refresh` bodies contain the current refresh token of each client; `text` bodies are always equal.
 */
export const httpLoadSchema = v.object({
  url: v.string(),
  clients: v.number(),
  seconds: v.number(),
  method: v.optional(v.picklist(['GET', 'POST'])),
  headers: v.optional(v.record(v.string(), v.string())),
  /** The CPU on which the generator runs; by default the operating system chooses. */
  cpu: v.optional(v.number()),
  body: v.optional(
    v.variant('kind', [
      v.object({ kind: v.literal('sign-up') }),
      v.object({ kind: v.literal('refresh'), tokens: v.array(v.string()) }),
      v.object({ kind: v.literal('text'), text: v.string() }),
    ]),
  ),
})

export type HttpLoad = v.InferOutput<typeof httpLoadSchema>

const result = v.object({
  perSecond: v.number(),
  perCpuSecond: v.number(),
  failed: v.number(),
  answered: v.number(),
  how: v.string(),
})

/**
 * The result of a load test. `perCpuSecond` is the number of responses for a second of the generator's own CPU time. `failed` counts errors,
 * timeouts and responses with a status other than 2xx; `how` contains the count of each kind.
 */
export type LoadResult = v.InferOutput<typeof result>

const COUNTER = join(import.meta.dirname, 'count-responses.ts')
const AUTOCANNON = join(import.meta.dirname, 'generate.ts')

/**
 * Runs a load test without noting the generator's CPU time: with count-responses.ts for requests without a body, which are all equal, and
 * with autocannon for others. Throws when any request failed.
 */
export async function runGenerator(load: HttpLoad): Promise<LoadResult> {
  const program = load.body === undefined ? [COUNTER] : [AUTOCANNON, resolveToolFile('autocannon/autocannon.js')]
  const [command, ...args] = onCpu(load.cpu, [process.execPath, ...program])
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = once(child, 'close')
  child.stdin.end(JSON.stringify(load))
  const output = (await child.stdout.setEncoding('utf8').toArray()).join('')
  await gone
  if (output === '') throw new Error(`The load generator ended without a result for ${load.url}.`)
  const measured = v.parse(result, JSON.parse(output))
  if (measured.failed > 0) {
    throw new Error(`${measured.failed} of ${measured.answered} requests to ${load.url} failed: ${measured.how}.`)
  }
  return measured
}
