import type { FastifyRequest } from 'fastify'

/** How one thing that can go wrong is answered: the status, the code a program reads, the sentence a person reads. */
export type Problem = { status: number; code: string; message: string }

/** What a single occasion adds. `cause` is for the log and never leaves the process. */
export type Occasion = {
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

  constructor(problem: Problem, occasion: Occasion = {}) {
    super(occasion.message ?? problem.message, { cause: occasion.cause })
    this.status = problem.status
    this.code = problem.code
    this.details = occasion.details ?? null
    this.hint = occasion.hint ?? null
    this.headers = occasion.headers ?? {}
  }
}

/** A catalogue made callable: `throw storageErrors.bucketExists({ cause })`. */
export type Errors<Catalogue> = { readonly [Name in keyof Catalogue]: (occasion?: Occasion) => Refusal }

/** Turns a service's catalogue (name -> status, code, sentence) into functions that make the refusal. */
export function defineErrors<const Catalogue extends Record<string, Problem>>(catalogue: Catalogue): Errors<Catalogue> {
  const entries = Object.entries(catalogue).map(([name, problem]) => {
    return [name, (occasion?: Occasion) => new Refusal(problem, occasion)] as const
  })
  return Object.fromEntries(entries) as Errors<Catalogue>
}

/** What a refusal looks like on the wire of one service. */
export type Drawn = { status: number; body: unknown; headers?: Record<string, string> }

/**
 * Draws any refusal in the shape a service's clients expect; the request, because some clients say in it which shape that
 * is. Wire quirks live here and nowhere else.
 */
export type Drawer = (refusal: Refusal, request: FastifyRequest) => Drawn
