import type { FastifyRequest } from 'fastify'

/** An error of a service's catalogue: the HTTP status, a code for programs, and a sentence for people. */
export type ErrorDefinition = { status: number; code: string; message: string }

/** Details of one error response that its catalogue entry does not contain. `cause` is logged and never sent. */
export type RefusalDetails = {
  cause?: unknown
  message?: string
  details?: string | null
  hint?: string | null
  headers?: Record<string, string>
}

/**
 * An error that is sent to the client with the status and code of a catalogue entry. Any other thrown error is a bug, and the client gets a
 * 500 without details.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(problem: ErrorDefinition, details: RefusalDetails = {}) {
    super(details.message ?? problem.message, { cause: details.cause })
    this.status = problem.status
    this.code = problem.code
    this.details = details.details ?? null
    this.hint = details.hint ?? null
    this.headers = details.headers ?? {}
  }
}

/** Constructors for a catalogue of errors: `throw storageErrors.bucketExists({ cause })`. */
export type ErrorConstructors<Catalogue> = { readonly [Name in keyof Catalogue]: (details?: RefusalDetails) => Refusal }

/** Creates error constructors from a service's catalogue (name -> status, code, sentence). */
export function defineErrors<const Catalogue extends Record<string, ErrorDefinition>>(
  catalogue: Catalogue,
): ErrorConstructors<Catalogue> {
  const entries = Object.entries(catalogue).map(([name, problem]) => {
    return [name, (details?: RefusalDetails) => new Refusal(problem, details)] as const
  })
  return Object.fromEntries(entries) as ErrorConstructors<Catalogue>
}

/** An error response in the format of one service. */
export type RenderedError = { status: number; body: unknown; headers?: Record<string, string> }

/**
 * Renders an error in the format that a service's clients expect. The request is passed because some clients select the error format with a
 * header. Only a renderer may contain the quirks of a protocol's errors.
 */
export type ErrorRenderer = (refusal: Refusal, request: FastifyRequest) => RenderedError
