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
import { toolFile } from '../tools/install.ts'

/**
 * What the load is: one request over and over, or one that is written anew each time. Bodies: a new person each time, from any
 * network, as a proxy would say; a token that each client renews, or always the same.
 */
export const loadSchema = object({
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

/** See `loadSchema`. */
export type Load = InferOutput<typeof loadSchema>

const result = object({
  perSecond: number(),
  p50: number(),
  p99: number(),
  failed: number(),
  answered: number(),
  how: string(),
})

/** What came of it. `failed` counts answers other than 2xx, and those that never came; `how` says how many of which. */
export type LoadResult = InferOutput<typeof result>

const GENERATOR = join(import.meta.dirname, 'generate.ts')

/** Puts a server under load from a process of its own (autocannon), and throws when any answer was not a good one. */
export async function putUnderLoad(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [GENERATOR, toolFile('autocannon/autocannon.js')], {
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

/** Microseconds of processor time that a process used for each answer while `work` ran; NaN where /proc does not tell. */
export async function processorTime(pid: number, work: () => Promise<LoadResult>) {
  const before = await processorMilliseconds(pid)
  const measured = await work()
  const used = (await processorMilliseconds(pid)) - before
  return { ...measured, microseconds: (used * 1_000) / measured.answered }
}

const TICK_MS = 10

/** The processor time that a process used since it began; NaN where /proc does not tell. */
export async function processorMilliseconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
