import type { FastifyRequest } from 'fastify'

/** How one thing that can go wrong is answered: the status, the code a program reads, the sentence a person reads. */
export type Problem = { status: number; code: string; message: string }

/** What a single refusal adds to its catalogue entry. `cause` is for the log and never leaves the process. */
export type RefusalDetails = {
  cause?: unknown
  message?: string
  details?: string | null
  hint?: string | null
  headers?: Record<string, string>
}

/** A request that is refused with an answer of its own. Everything else that is thrown is our fault: a 500 without details. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(problem: Problem, details: RefusalDetails = {}) {
    super(details.message ?? problem.message, { cause: details.cause })
    this.status = problem.status
    this.code = problem.code
    this.details = details.details ?? null
    this.hint = details.hint ?? null
    this.headers = details.headers ?? {}
  }
}

/** A catalogue made callable: `throw storageErrors.bucketExists({ cause })`. */
export type Errors<Catalogue> = { readonly [Name in keyof Catalogue]: (details?: RefusalDetails) => Refusal }

/** Turns a service's catalogue (name -> status, code, sentence) into functions that make the refusal. */
export function defineErrors<const Catalogue extends Record<string, Problem>>(catalogue: Catalogue): Errors<Catalogue> {
  const entries = Object.entries(catalogue).map(([name, problem]) => {
    return [name, (details?: RefusalDetails) => new Refusal(problem, details)] as const
  })
  return Object.fromEntries(entries) as Errors<Catalogue>
}

/** What a refusal looks like on the wire of one service. */
export type RenderedError = { status: number; body: unknown; headers?: Record<string, string> }

/**
 * Draws any refusal in the shape a service's clients expect; the request, because some clients say in it which shape that
 * is. Wire quirks live here and nowhere else.
 */
export type ErrorRenderer = (refusal: Refusal, request: FastifyRequest) => RenderedError
