import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Database } from '../database/port/database.ts'
import { ROW_CHANGE_CHANNEL } from '../database/port/row-change.ts'
import type { TableAccessCache } from '../database/port/table-access.ts'
import { isAnonymousCaller } from '../http/caller.ts'
import type { RouteMetrics } from '../metrics/request-metrics.ts'
import { EXPOSED_SCHEMA } from '../rest/schema.ts'
import type { StatementResult } from '../rest/sql/rows-store.ts'

const TTL_MS = 1_000
const RESPONSES_MAX = 200
const BODY_MAX = 16 * 1024
/** The request headers that are part of the cache key, because responses of the data API depend on them, on the method and on the URL. */
const CACHE_KEY_HEADERS = ['apikey', 'authorization', 'accept', 'prefer', 'range', 'accept-profile', 'origin'] as const
/** The response headers that are not cached, because each response needs a value of its own. */
const UNCACHED_HEADERS = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length'])

type CachedResponse = { until: number; status: number; headers: string[]; body: Buffer; count: RouteMetrics }
/** Cached responses and running queries, by cache key (`cacheKeyOf`). Valid until the next change of data. */
type Shared = { responses: Map<string, CachedResponse>; queries: Map<string, Promise<StatementResult>> }

/**
 * Creates a cache of responses to anonymous callers' reads. Every change of data clears it. A change through this server does so before its
 * response is sent; any other change does so when the database notifies the server (NOTIFY, as for Realtime subscriptions). Changes without
 * a notification (a policy, a privilege, TRUNCATE) take effect after one second. Nothing is cached before `start()`, after `stop()`, and
 * while the LISTEN connection is down.
 */
export function createResponseCache(database: Pick<Database, 'listen'>, access: Pick<TableAccessCache, 'of'>) {
  /** The current cache. Replaced by an empty one at every change of data; null while caching is disabled. */
  let shared: Shared | null = null
  /**
   * The cache that was current when a request's query began. A response is stored only there: after a change of data nothing reads that
   * cache, so an outdated response is never served.
   */
  const sharedAtQuery = new WeakMap<IncomingMessage, Shared>()
  let stopListening = async () => {}
  const setEnabled = (isEnabled: boolean) => {
    shared = isEnabled ? { responses: new Map(), queries: new Map() } : null
  }
  const changed = () => setEnabled(shared !== null)
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
     * Runs a request's query, or waits for the running query of an identical request. Results are shared only if all anonymous callers see
     * the same rows of the table, and its changes are notified: the table is published, and its policies call no function, because a
     * function may read more than the row.
     */
    async read(request: IncomingMessage, caller: Caller, table: string, runQuery: () => Promise<StatementResult>) {
      const [now, key] = [isAnonymousCaller(caller) ? shared : null, cacheKeyOf(request)]
      const allowed = now && key && (await access.of('anon', EXPOSED_SCHEMA, table))
      if (now === null || key === null || !allowed || allowed.readsClaims) return runQuery()
      sharedAtQuery.set(request, now)
      const query = now.queries.get(key) ?? runQuery().finally(() => now.queries.delete(key))
      now.queries.set(key, query)
      return query
    },
    /** Caches a response that is about to be sent. Called by Fastify's `onSend` hook. */
    store({ raw, routeCount: count }: FastifyRequest, reply: FastifyReply, body: unknown): void {
      const target = sharedAtQuery.get(raw)?.responses
      const key = cacheKeyOf(raw)
      if (!target || key === null || !count || typeof body !== 'string') return
      if (reply.statusCode >= 300 || body.length > BODY_MAX) return
      if (target.size >= RESPONSES_MAX) target.clear() // limits memory: clients could otherwise fill the cache with ever new URLs
      const lines = Object.entries(reply.getHeaders()).filter(([name]) => !UNCACHED_HEADERS.has(name))
      const bytes = Buffer.from(body)
      const headers = [...lines, ['content-length', bytes.length]].flatMap(([name, value]) => [
        String(name),
        String(value),
      ])
      target.set(key, { until: performance.now() + TTL_MS, status: reply.statusCode, headers, body: bytes, count })
    },
    /**
     * Sends the cached response to an identical earlier request and returns the request counter of its route. Returns null when none is
     * cached.
     */
    respond(request: IncomingMessage, response: ServerResponse): RouteMetrics | null {
      const key = shared?.responses.size ? cacheKeyOf(request) : null
      const cached = key === null ? undefined : shared?.responses.get(key)
      if (cached === undefined || cached.until <= performance.now()) return null
      response.writeHead(cached.status, [...cached.headers, 'x-request-id', randomUUID()]).end(cached.body)
      return cached.count
    },
  }
}

/**
 * Returns the cache key of a GET request to the data API: its URL and every header that affects the response, including the API key and the
 * access token. Returns null for other requests.
 */
function cacheKeyOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || !url?.startsWith('/rest/v1/')) return null
  // A header value cannot contain a line feed, so two different requests never build the same key.
  return [url, ...CACHE_KEY_HEADERS.map((name) => headers[name] ?? '')].join('\n')
}
