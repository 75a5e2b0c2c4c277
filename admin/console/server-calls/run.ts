import * as v from 'valibot'
import { createLineSplitter } from '../../src/line-splitter.ts'
import { post } from './session.ts'

/** The arguments and options of a command, by name. */
export type CallFields = Readonly<Record<string, string | boolean>>

/** Thrown when a command failed or its response is invalid. `message` says what happened, `hint` what to do next. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** Returns what was thrown as an error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** A schema for the data that a command returns. */
export type AnswerSchema<T> = v.GenericSchema<unknown, T>

const failureSchema = v.object({ error: v.object({ message: v.string(), hint: v.string() }) })
const doneSchema = v.object({
  data: v.unknown(),
  took_ms: v.optional(v.number(), 0),
  rest: v.optional(v.object({ after: v.nullable(v.string()) })),
})
const askedSchema = v.object({ preview: v.unknown(), confirmation: v.string() })
const progressSchema = v.object({
  progress: v.object({
    label: v.string(),
    done: v.number(),
    total: v.nullable(v.number()),
    unit: v.picklist(['bytes', 'people']),
  }),
})

/** The progress of a long command: the bytes or people processed so far, and the total, or null when the total is unknown. */
export type CallProgress = v.InferOutput<typeof progressSchema>['progress']

/** How a call is made: the secret for which the command asks, a callback for its progress, and a signal that cancels the call. */
export type CallOptions = {
  secret?: string | undefined
  onProgress?: (progress: CallProgress) => void
  signal?: AbortSignal
}

/** Runs a command and returns its validated data. Throws `CallFailed` when the command fails. */
export async function run<T>(
  schema: AnswerSchema<T>,
  command: string,
  fields: CallFields = {},
  how: CallOptions = {},
): Promise<T> {
  return (await runTimed(schema, command, fields, how)).data
}

/**
 * Runs a command as `run` does, and also returns how long it took on the server, in milliseconds, and the cursor of the next page, which is
 * null when the data is no list or the list ends.
 */
export async function runTimed<T>(
  schema: AnswerSchema<T>,
  command: string,
  fields: CallFields,
  how: CallOptions,
): Promise<{ data: T; took: number; next: string | null }> {
  const { data, took_ms, rest } = check(doneSchema, await send({ command, fields }, how))
  return { data: check(schema, data), took: took_ms, next: rest?.after ?? null }
}

/** A call that awaits confirmation: its preview, and the function that confirms it, with the reason for the audit log, which may be empty. */
export type AskedCall<Preview, Done> = {
  preview: Preview
  confirm: (reason: string, how?: Omit<CallOptions, 'secret'>) => Promise<Done>
}

/**
 * Calls a command that has a preview without confirmation, which changes nothing, and returns the preview. The returned `confirm` runs the
 * same call. It works once, within ten minutes.
 */
export async function ask<Preview, Done>(
  schemas: { preview: AnswerSchema<Preview>; done: AnswerSchema<Done> },
  command: string,
  fields: CallFields,
  { secret, ...first }: CallOptions = {},
): Promise<AskedCall<Preview, Done>> {
  const { preview, confirmation } = check(askedSchema, await send({ command, fields, secret }, first))
  return {
    preview: check(schemas.preview, preview),
    async confirm(reason, how = {}) {
      const answer = await send({ command, fields: { ...fields, reason }, confirmation, secret }, how)
      return check(schemas.done, check(doneSchema, answer).data)
    },
  }
}

/**
 * Sends a call and returns its response: the body, or the last line of a streamed one, whose other lines report the progress. Throws
 * `CallFailed` when the response is an error, and the signal's reason when the call is cancelled.
 */
async function send(call: object, { onProgress, signal }: Omit<CallOptions, 'secret'>): Promise<unknown> {
  const response = await post('/run', call, { signal })
  if (!response.ok || response.body === null) throw await failureOf(response)
  if (response.headers.get('content-type')?.includes('ndjson') !== true) return response.json()
  const split = createLineSplitter()
  for await (const chunk of readChunks(response.body))
    for (const line of split(chunk)) {
      const value: unknown = JSON.parse(line)
      if (v.is(failureSchema, value)) throw new CallFailed(value.error.message, value.error.hint)
      if (!v.is(progressSchema, value)) return value
      onProgress?.(value.progress)
    }
  throw new CallFailed('The console ended before the command did.', 'Start the console again and look at its outcome.')
}

/** Runs an export and returns its output as a file. Calls `onRows` with the number of lines received so far. */
export async function runExport(
  command: string,
  fields: CallFields,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await post('/run', { command, fields }, { signal })
  if (!response.ok || response.body === null) throw await failureOf(response)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let rows = 0
  for await (const chunk of readChunks(response.body)) {
    chunks.push(chunk)
    for (const byte of chunk) if (byte === 10) rows++
    onRows(rows)
  }
  return new Blob(chunks)
}

/** Yields the chunks of a body. Safari before 27 and Chrome before 124 cannot iterate over the body itself. */
async function* readChunks(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}

/** Returns the validated body of a response. Throws `CallFailed` when the response is an error. */
export async function answerOf<T>(schema: AnswerSchema<T>, response: Response): Promise<T> {
  if (!response.ok) throw await failureOf(response)
  return check(schema, await response.json())
}

async function failureOf(response: Response): Promise<CallFailed> {
  const body: unknown = await response.json().catch(() => null)
  if (v.is(failureSchema, body)) return new CallFailed(body.error.message, body.error.hint)
  return new CallFailed('The console gave no answer.', 'Is it still running in its terminal?')
}

function check<T>(schema: AnswerSchema<T>, value: unknown): T {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  throw new CallFailed('The console gave an answer that this page does not know.', 'Reload the page.')
}
