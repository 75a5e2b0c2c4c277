import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteCount } from '../metrics/request-metrics.ts'
import type { CacheEntry, QueryCache } from './query-cache.ts'

const RESPONSES_MAX = 200
/** The request headers that a response of the data API depends on, in addition to the method and URL. */
const CACHE_KEY_HEADERS = ['apikey', 'authorization', 'accept', 'prefer', 'range', 'accept-profile', 'origin'] as const
/** The response headers that are not cached, because each response has its own value. */
const UNCACHED_HEADERS = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length'])

/** The parameters of Fastify's hook `onSend`. */
export type StoreResponse = (request: FastifyRequest, reply: FastifyReply, body: unknown) => void

type CachedResponse = { entry: CacheEntry; status: number; headers: string[]; body: Buffer; count: RouteCount | null }

/**
 * Sends the cached response to an identical request before the request is parsed, while the query result in the response is current
 * (`QueryCache`). The cache key contains everything that the request pipeline would check, byte for byte, including the API key and the
 * access token.
 */
export class ResponseCache {
  readonly #queryCache: QueryCache
  readonly #entries = new WeakMap<IncomingMessage, CacheEntry>()
  readonly #responses = new Map<string, CachedResponse>()

  constructor(queryCache: QueryCache) {
    this.#queryCache = queryCache
  }

  /** Records that the response to this request is built from this cached query result. */
  link(request: IncomingMessage, entry: CacheEntry): void {
    this.#entries.set(request, entry)
  }

  /** Stores a response that is about to be sent, if it is built from a query result that is still current. */
  store(request: FastifyRequest, reply: FastifyReply, body: unknown): void {
    const entry = this.#entries.get(request.raw)
    const key = cacheKeyOf(request.raw)
    if (!entry || key === null || typeof body !== 'string' || reply.statusCode >= 300) return
    if (!this.#queryCache.isCurrent(entry)) return
    if (this.#responses.size >= RESPONSES_MAX) this.#responses.clear()
    const lines = Object.entries(reply.getHeaders()).filter(([name]) => !UNCACHED_HEADERS.has(name))
    const bytes = Buffer.from(body)
    const headers = [...lines.map(([name, value]) => [name, String(value)]), ['content-length', String(bytes.length)]]
    const { routeCount: count } = request
    this.#responses.set(key, { entry, status: reply.statusCode, headers: headers.flat(), body: bytes, count })
  }

  /**
   * Sends the cached response to an identical earlier request and returns the request counter of its route. When there is none, sends
   * nothing and returns null.
   */
  respond(request: IncomingMessage, response: ServerResponse): RouteCount | null {
    if (this.#responses.size === 0) return null
    const key = cacheKeyOf(request)
    const known = key === null ? undefined : this.#responses.get(key)
    if (!known?.count || !this.#queryCache.isCurrent(known.entry)) return null
    response.writeHead(known.status, [...known.headers, 'x-request-id', randomUUID()]).end(known.body)
    return known.count
  }
}

/**
 * Returns the cache key of a request. Requests with equal keys get equal responses. Returns null for a request with a body, or with another
 * method than GET.
 */
function cacheKeyOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || !url?.startsWith('/rest/v1/')) return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null
  let key = url
  // A header value cannot contain a line feed, so two different requests never build the same key.
  for (const name of CACHE_KEY_HEADERS) key += `\n${headers[name] ?? ''}`
  return key
}
