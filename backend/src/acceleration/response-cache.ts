import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Database } from '../database/port/database.ts'
import { ROW_CHANGE_CHANNEL } from '../database/port/row-change.ts'
import type { TableAccessCache } from '../database/port/table-access.ts'
import { isAnonymousCaller } from '../http/caller.ts'
import type { RouteMetrics } from '../metrics/request-metrics.ts'
import { EXPOSED_SCHEMA } from '../rest/schema.ts'

const TTL_MS = 1_000
const RESPONSES_MAX = 200
const BODY_MAX = 16 * 1024
/** The request headers that a response of the data API depends on, in addition to the method and URL. */
const CACHE_KEY_HEADERS = ['apikey', 'authorization', 'accept', 'prefer', 'range', 'accept-profile', 'origin'] as const
/** The response headers that are not cached, because each response has its own value. */
const UNCACHED_HEADERS = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length'])

type CachedResponse = { until: number; status: number; headers: string[]; body: Buffer; count: RouteMetrics }

/**
 * Caches responses to anonymous callers' reads in memory until data changes. Notifications of row changes from the database, on which live
 * subscriptions are based too, clear the cache. Every change made through this server also clears the cache before its response is sent.
 * Changes without a notification (a policy, a privilege, TRUNCATE) take effect when responses expire, after one second. Nothing is cached
 * before `start()`, after `stop()`, and while the LISTEN connection is down.
 */
export function createResponseCache(database: Pick<Database, 'listen'>, access: Pick<TableAccessCache, 'of'>) {
  // The cached responses, replaced by a new map at every change, and null while nothing may be cached.
  let responses: Map<string, CachedResponse> | null = null
  // The map of the time when a request's query started: after a change, the response is stored in a map that is no longer read.
  const targets = new WeakMap<IncomingMessage, Map<string, CachedResponse>>()
  let stopListening = async () => {}
  const setEnabled = (isEnabled: boolean) => {
    responses = isEnabled ? new Map() : null
  }
  const changed = () => setEnabled(responses !== null)
  return {
    /** Subscribes to notifications of row changes and enables the cache. Rejects when the database is unavailable. */
    async start(): Promise<void> {
      const onReconnect = () => setEnabled(true)
      const onLost = () => setEnabled(false)
      stopListening = await database.listen(ROW_CHANGE_CHANNEL, { onMessage: changed, onReconnect, onLost })
      setEnabled(true)
    },
    stop(): Promise<void> {
      setEnabled(false)
      return stopListening()
    },
    /** Clears the cache. Called after each change of data, before its response is sent. */
    changed,
    /**
     * Runs the query of a request. Its response may be stored when the table's rows are the same for every anonymous caller: a table that
     * is not published sends no notifications, and a policy that calls a function may depend on more than the row.
     */
    async read<T>(request: IncomingMessage, caller: Caller, table: string, runQuery: () => Promise<T>): Promise<T> {
      const target = isAnonymousCaller(caller) ? responses : null
      const allowed = target && (await access.of('anon', EXPOSED_SCHEMA, table))
      if (target && allowed?.readsClaims === false) targets.set(request, target)
      return runQuery()
    },
    /** Stores a response that is about to be sent. Called in Fastify's hook `onSend`. */
    store({ raw, routeCount: count }: FastifyRequest, reply: FastifyReply, body: unknown): void {
      const target = targets.get(raw)
      const key = cacheKeyOf(raw)
      if (!target || key === null || !count || typeof body !== 'string') return
      if (reply.statusCode >= 300 || body.length > BODY_MAX) return
      if (target.size >= RESPONSES_MAX) target.clear() // clients choose the requests, so the number of responses is limited
      const lines = Object.entries(reply.getHeaders()).filter(([name]) => !UNCACHED_HEADERS.has(name))
      const bytes = Buffer.from(body)
      const headers = [
        ...lines.flatMap(([name, value]) => [name, String(value)]),
        'content-length',
        String(bytes.length),
      ]
      target.set(key, { until: performance.now() + TTL_MS, status: reply.statusCode, headers, body: bytes, count })
    },
    /**
     * Sends the cached response to an identical earlier request, before the request is parsed, and returns the request counter of its
     * route. When there is none, sends nothing and returns null.
     */
    respond(request: IncomingMessage, response: ServerResponse): RouteMetrics | null {
      const key = responses?.size ? cacheKeyOf(request) : null
      const cached = key === null ? undefined : responses?.get(key)
      if (cached === undefined || cached.until <= performance.now()) return null
      response.writeHead(cached.status, [...cached.headers, 'x-request-id', randomUUID()]).end(cached.body)
      return cached.count
    },
  }
}

/**
 * Returns the cache key of a GET request, otherwise null. Requests with equal keys get equal responses: the key contains everything that
 * the request pipeline checks, byte for byte, including the API key and the access token.
 */
function cacheKeyOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || !url?.startsWith('/rest/v1/')) return null
  // A header value cannot contain a line feed, so two different requests never build the same key.
  return [url, ...CACHE_KEY_HEADERS.map((name) => headers[name] ?? '')].join('\n')
}
