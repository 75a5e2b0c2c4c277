import { crc32 } from 'node:zlib'
import * as v from 'valibot'
import { parseSubscriptionFilters, type SubscriptionFilter, SubscriptionFilterError } from './filter.ts'
import { REALTIME_LIMITS } from './limits.ts'

// PostgreSQL cannot store a NUL character: a query for a name or value with one fails instead of returning no row.
const storable = v.pipe(v.string(), v.excludes('\0'))
const name = v.pipe(storable, v.minLength(1), v.maxLength(63))

const change = v.object({
  event: v.optional(v.string(), '*'),
  schema: v.optional(name),
  table: v.optional(name),
  filter: v.optional(storable),
  select: v.optional(v.pipe(v.array(name), v.maxLength(REALTIME_LIMITS.columnsPerSelection))),
})

const joinSchema = v.object({
  config: v.optional(
    v.object({
      private: v.optional(v.boolean(), false),
      postgres_changes: v.optional(v.pipe(v.array(change), v.maxLength(REALTIME_LIMITS.subscriptionsPerChannel)), []),
    }),
    {},
  ),
  access_token: v.nullish(v.string(), null),
})

/** The payload of a `phx_join` message. Options for broadcast and presence are ignored, because this server supports neither. */
export type ChannelJoinPayload = v.InferOutput<typeof joinSchema>

/** One entry of `config.postgres_changes` in a `phx_join` message. The reply repeats the entry, so the entry contains only validated fields. */
export type SubscriptionRequest = ChannelJoinPayload['config']['postgres_changes'][number]

/** Parses the payload of a `phx_join` message. Returns null when it is malformed. */
export function parseJoinPayload(payload: Record<string, unknown>): ChannelJoinPayload | null {
  const parsed = v.safeParse(joinSchema, payload)
  return parsed.success ? parsed.output : null
}

const EVENT_TYPES = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const

/** A parsed subscription to row changes. `*` as `schema` or `table` means every published schema or table. */
export type ChangeSubscription = {
  id: number
  event: (typeof EVENT_TYPES)[number]
  schema: string
  table: string
  filters: SubscriptionFilter[]
  /** The columns to send besides the primary key, or null for all. */
  select: readonly string[] | null
}

/** Assigns ids to requested subscriptions. Equal requests get the same id on every socket, so that all sockets can share one frame. */
export function assignSubscriptionIds(
  requests: readonly SubscriptionRequest[],
): (SubscriptionRequest & { id: number })[] {
  const taken = new Map<number, string>()
  return requests.map((request) => {
    const { event, schema, table, filter, select } = request
    const text = JSON.stringify([event, schema, table, filter, select])
    let id = (crc32(text) >>> 1) + 1 // 0 is not used: realtime-js treats it as missing
    while ((taken.get(id) ?? text) !== text) id++
    taken.set(id, text)
    return { ...request, id }
  })
}

/** Parses one requested subscription. Throws SubscriptionFilterError with a message for the developer of the client. */
export function parseSubscription(request: SubscriptionRequest & { id: number }): ChangeSubscription {
  if (request.schema === undefined && request.table === undefined) {
    throw new SubscriptionFilterError('Please provide at least a `schema` or `table` to subscribe to')
  }
  const event = EVENT_TYPES.find((type) => type === request.event.toUpperCase())
  if (!event) throw new SubscriptionFilterError('event must be *, INSERT, UPDATE or DELETE')
  const schema = request.schema ?? 'public'
  const table = request.table ?? '*'
  const filters = parseSubscriptionFilters(request.filter ?? '')
  const select = request.select?.length ? request.select : null
  const isWildcard = schema === '*' || table === '*'
  if (isWildcard && filters.length > 0)
    throw new SubscriptionFilterError('filter is not supported for wildcard subscriptions')
  if (isWildcard && select)
    throw new SubscriptionFilterError('Column selection is not supported for wildcard subscriptions')
  return { id: request.id, event, schema, table, filters, select }
}

/** Formats a requested subscription for an error message. */
export function describeSubscriptionRequest({ event, schema, table, filter }: SubscriptionRequest): string {
  const given = { event, schema, table, filter }
  const parts = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]))
  return `[${parts.join(', ')}]`
}
