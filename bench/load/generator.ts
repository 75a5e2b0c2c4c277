import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import {
  array,
  type InferOutput,
  literal,
  number,
  object,
  optional,
  parse,
  picklist,
  record,
  string,
  variant,
} from 'valibot'
import { onCpu } from '../cpus.ts'
import { resolveToolFile } from '../tools/install.ts'

/**
 * The requests of a load test. `sign-up` bodies contain a new random person each time, sent from a random client IP address
 * (X-Forwarded-For); `refresh` bodies contain the current refresh token of each client; `text` bodies are always equal.
 */
export const httpLoadSchema = object({
  url: string(),
  clients: number(),
  seconds: number(),
  method: optional(picklist(['GET', 'POST'])),
  headers: optional(record(string(), string())),
  /** The CPU on which the generator runs; by default the operating system chooses. */
  cpu: optional(number()),
  body: optional(
    variant('kind', [
      object({ kind: literal('sign-up') }),
      object({ kind: literal('refresh'), tokens: array(string()) }),
      object({ kind: literal('text'), text: string() }),
    ]),
  ),
})

export type HttpLoad = InferOutput<typeof httpLoadSchema>

const result = object({
  perSecond: number(),
  perCpuSecond: number(),
  bytes: number(),
  failed: number(),
  answered: number(),
  how: string(),
})

/**
 * The result of a load test. `perCpuSecond` is the number of responses for a second of the generator's own CPU time, `bytes` the average
 * length of a response with its head. `failed` counts errors, timeouts and responses with a status other than 2xx; `how` contains the count
 * of each kind.
 */
export type LoadResult = InferOutput<typeof result>

const COUNTER = join(import.meta.dirname, 'count-responses.ts')
const AUTOCANNON = join(import.meta.dirname, 'generate.ts')

/**
 * Runs a load test without measuring the generator's limit: with count-responses.ts for requests without a body, which are all equal, and
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
  const measured = parse(result, JSON.parse(output))
  if (measured.failed > 0) {
    throw new Error(`${measured.failed} of ${measured.answered} requests to ${load.url} failed: ${measured.how}.`)
  }
  return measured
}
