import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteCount } from '../metrics/request-metrics.ts'
import type { Kept, QueryCache } from './query-cache.ts'

const ANSWERS_MAX = 200
/** Everything of a request, beside method and address, that an answer of the data API depends on. */
const CACHE_KEY_HEADERS = ['apikey', 'authorization', 'accept', 'prefer', 'range', 'accept-profile', 'origin'] as const
/** What every answer has of its own. */
const OF_ITS_OWN = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length'])

type KeptAnswer = { kept: Kept; status: number; headers: string[]; body: Buffer; count: RouteCount | null }

/**
 * Gives the very answer again to the very request, before anything parses it, for as long as the reading in it is current
 * (`QueryCache`). Whatever the pipeline would look at is compared letter by letter, the key and the token included.
 */
export class ResponseCache {
  readonly #queryCache: QueryCache
  readonly #expected = new WeakMap<IncomingMessage, Kept>()
  readonly #answers = new Map<string, KeptAnswer>()

  constructor(queryCache: QueryCache) {
    this.#queryCache = queryCache
  }

  /** The answer to this request will be made of this reading. */
  expect(request: IncomingMessage, kept: Kept): void {
    this.#expected.set(request, kept)
  }

  /** Keeps an answer that is about to be sent, when it is made of a reading that is still current. */
  keep(request: FastifyRequest, reply: FastifyReply, body: unknown): void {
    const kept = this.#expected.get(request.raw)
    const signature = signatureOf(request.raw)
    if (!kept || signature === null || typeof body !== 'string' || reply.statusCode >= 300) return
    if (!this.#queryCache.isCurrent(kept)) return
    if (this.#answers.size >= ANSWERS_MAX) this.#answers.clear()
    const lines = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ITS_OWN.has(name))
    const bytes = Buffer.from(body)
    const headers = [...lines.map(([name, value]) => [name, String(value)]), ['content-length', String(bytes.length)]]
    const { routeCount: count } = request
    this.#answers.set(signature, { kept, status: reply.statusCode, headers: headers.flat(), body: bytes, count })
  }

  /** Answers a request that was answered before, and tells where to count it; null leaves the request alone. */
  answer(request: IncomingMessage, response: ServerResponse): RouteCount | null {
    if (this.#answers.size === 0) return null
    const signature = signatureOf(request)
    const known = signature === null ? undefined : this.#answers.get(signature)
    if (!known?.count || !this.#queryCache.isCurrent(known.kept)) return null
    response.writeHead(known.status, [...known.headers, 'x-request-id', randomUUID()]).end(known.body)
    return known.count
  }
}

/** Two requests with the same signature get the same answer; null for a request that has a body, or is no GET. */
function signatureOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || !url?.startsWith('/rest/v1/')) return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null
  let signature = url
  // No header can hold a line feed, so nothing can be moved from one to the next.
  for (const name of CACHE_KEY_HEADERS) signature += `\n${headers[name] ?? ''}`
  return signature
}
