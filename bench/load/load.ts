import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
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
  p50: number(),
  p99: number(),
  failed: number(),
  answered: number(),
  how: string(),
})

/**
 * The result of a load test. `failed` counts errors, timeouts and responses with a status other than 2xx; `how` contains the count
 * of each kind.
 */
export type LoadResult = InferOutput<typeof result>

const GENERATOR = join(import.meta.dirname, 'generate.ts')

/** Runs a load test with autocannon in a separate process. Throws when any request failed. */
export async function runLoadTest(load: HttpLoad): Promise<LoadResult> {
  const child = spawn(process.execPath, [GENERATOR, resolveToolFile('autocannon/autocannon.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  child.stdin.end(JSON.stringify(load))
  const output = (await child.stdout.setEncoding('utf8').toArray()).join('')
  await gone
  const measured = parse(result, JSON.parse(output))
  if (measured.failed > 0) {
    throw new Error(`${measured.failed} of ${measured.answered} requests to ${load.url} failed: ${measured.how}.`)
  }
  return measured
}

/**
 * Runs a load test and adds the CPU time per response that the process `pid` used, in microseconds. The CPU time is NaN on systems
 * without /proc.
 */
export async function measureCpuTimePerResponse(pid: number, runLoad: () => Promise<LoadResult>) {
  const before = await readCpuTimeMs(pid)
  const measured = await runLoad()
  const used = (await readCpuTimeMs(pid)) - before
  return { ...measured, microseconds: (used * 1_000) / measured.answered }
}

const TICK_MS = 10

/** Returns the CPU time of a process since its start, in milliseconds. Returns NaN on systems without /proc. */
export async function readCpuTimeMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
