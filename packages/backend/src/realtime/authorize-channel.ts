import type { Caller } from '../database/port/database.ts'
import { DatabaseUnavailable } from '../database/port/errors.ts'
import type { TableAccessCache } from '../database/port/table-access.ts'
import { Refusal } from '../http/errors.ts'
import type { ServerKeys } from '../http/keys.ts'
import { type ChannelErrorDefinition, channelErrorDefinitions } from './errors.ts'
import { SubscriptionFilterError } from './filter.ts'
import { compileSubscriptionFilters } from './match.ts'
import type { CompiledSubscription, PinnedRow, SubscriberRegistry } from './subscribers.ts'
import {
  type ChangeSubscription,
  describeSubscriptionRequest,
  parseSubscription,
  type SubscriptionRequest,
} from './subscription.ts'
import { canIdentifyRows } from './visibility-group.ts'
import type { WatchedRows } from './watched-rows.ts'

/** The properties of the change hub that the authorisation of channels needs. */
export type ChannelAuthorizationHub = {
  access: Pick<TableAccessCache, 'of' | 'announceAll'>
  watched: Pick<WatchedRows, 'watch'>
  subscribers: SubscriberRegistry
  whenIdle(act: () => void): void
}

/** The caller of a WebSocket according to its API key, and the expiry of the key (milliseconds since 1970; null: never). */
export type WebSocketCaller = { caller: Caller; expiresAt: number | null }

/**
 * An admitted channel of a WebSocket. `problem` is set when its subscriptions to row changes are not possible; `subscriptions` is then
 * empty.
 */
export type AdmittedChannel = WebSocketCaller & {
  subscriptions: CompiledSubscription[]
  problem: string | null
  /**
   * Ends the watching of single rows for this channel's subscriptions. A subscription whose filter selects one row by its primary key has
   * that row watched.
   */
  release(): void
}

/**
 * Thrown when the join of a channel is rejected. `isTemporary` means that a retry can succeed, for example because the database is
 * unavailable.
 */
export class ChannelJoinError extends Error {
  override name = 'ChannelJoinError'
  readonly problem: ChannelErrorDefinition
  readonly isTemporary: boolean

  constructor(problem: ChannelErrorDefinition, options: ErrorOptions & { isTemporary?: boolean } = {}) {
    super(problem.message, options)
    this.problem = problem
    this.isTemporary = options.isTemporary ?? false
  }
}

/**
 * Authenticates a channel and checks each subscription against its table. Throws ChannelJoinError when the access token is invalid, the
 * database is unavailable or a check fails unexpectedly. As on Supabase, a subscription that is not possible does not fail the join: the
 * channel gets no subscriptions and a system message with the reason.
 */
export async function authorizeChannel(
  { token, requests }: { token: string | null; requests: readonly (SubscriptionRequest & { id: number })[] },
  identity: WebSocketCaller,
  { keys, hub }: { keys: ServerKeys; hub: ChannelAuthorizationHub },
): Promise<AdmittedChannel> {
  const { caller, expiresAt } = token === null ? identity : await readToken(token, identity, keys)
  const held: (() => void)[] = []
  const release = () => {
    for (const stop of held.splice(0)) stop()
  }
  try {
    const subscriptions: CompiledSubscription[] = []
    for (const request of requests) subscriptions.push(await prepare(request, caller, hub, held))
    return { caller, expiresAt, subscriptions, problem: null, release }
  } catch (error) {
    release()
    if (error instanceof NotSubscribable) {
      return { caller, expiresAt, subscriptions: [], problem: error.message, release }
    }
    const isTemporary = error instanceof DatabaseUnavailable
    const problem = isTemporary ? channelErrorDefinitions.databaseUnavailable : channelErrorDefinitions.internal
    throw new ChannelJoinError(problem, { cause: error, isTemporary: true })
  }
}

class NotSubscribable extends Error {}

async function readToken(token: string, identity: WebSocketCaller, keys: ServerKeys): Promise<WebSocketCaller> {
  try {
    const claims = await keys.verifyToken(token)
    const { role, exp } = claims
    return { caller: { ...identity.caller, role, claims }, expiresAt: exp === undefined ? null : exp * 1_000 }
  } catch (cause) {
    const isExpired = cause instanceof Refusal && cause.code === 'jwt_expired'
    throw new ChannelJoinError(
      isExpired ? channelErrorDefinitions.expiredToken : channelErrorDefinitions.malformedToken,
      { cause },
    )
  }
}

async function prepare(
  request: SubscriptionRequest & { id: number },
  caller: Caller,
  hub: ChannelAuthorizationHub,
  held: (() => void)[],
): Promise<CompiledSubscription> {
  try {
    const subscription = parseSubscription(request)
    if (isWildcard(subscription)) {
      await hub.access.announceAll()
      return { ...subscription, passes: () => true, pinned: null }
    }
    const { schema, table, filters, select } = subscription
    const access = await hub.access.of(caller.role, schema, table)
    // The error is the same for a table that does not exist, is not published or is not readable, so that it does not reveal which tables
    // exist.
    if (access === null || !canIdentifyRows(access)) throw new SubscriptionFilterError('')
    const typeOf = (name: string) => access.columns.find((column) => column.name === name)?.type
    const unknown = select?.find((name) => typeOf(name) === undefined)
    if (unknown !== undefined) throw new SubscriptionFilterError(`invalid column for select ${unknown}`)
    const passes = compileSubscriptionFilters(filters, typeOf)
    const pinned = pinnedRow(subscription, access.primaryKey)
    const stop = pinned && (await hub.watched.watch(pinned))
    if (stop) held.push(stop)
    return { ...subscription, passes, pinned: stop && pinned }
  } catch (error) {
    if (!(error instanceof SubscriptionFilterError)) throw error
    const reason = error.message === '' ? '' : `. ${error.message}`
    throw new NotSubscribable(
      `${channelErrorDefinitions.notSubscribable.message}: ${describeSubscriptionRequest(request)}${reason}`,
    )
  }
}

function isWildcard({ schema, table }: ChangeSubscription): boolean {
  return schema === '*' || table === '*'
}

function pinnedRow({ schema, table, filters }: ChangeSubscription, primaryKey: readonly string[]): PinnedRow | null {
  const [filter] = filters
  const [value] = filter?.values ?? []
  const isPinned = filters.length === 1 && primaryKey.length === 1 && filter?.operator === 'eq'
  return isPinned && filter.column === primaryKey[0] && value !== undefined
    ? { schema, table, column: filter.column, value }
    : null
}
