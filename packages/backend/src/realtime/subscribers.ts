import type { Caller } from '../database/port/database.ts'
import { type ChangeFrameTemplate, createFrameTemplate } from './frame.ts'
import type { RowPredicate } from './match.ts'
import type { SerializerVersion } from './protocol.ts'
import type { ChangeSubscription } from './subscription.ts'

/** A subscription to row changes that was checked against its table, with compiled filters. */
export type CompiledSubscription = ChangeSubscription & { passes: RowPredicate; pinned: PinnedRow | null }

/**
 * The single row that a subscription selects by a filter on the primary key. After notifications were lost, the server reads this row
 * again.
 */
export type PinnedRow = { schema: string; table: string; column: string; value: string }

/** A Realtime channel that is subscribed to row changes. */
export type SubscribedChannel = {
  /** Sends an encoded frame to the channel's socket. All channels of a group get the same buffer. */
  send(frame: Buffer): void
  /** Called when row changes may have been lost that the server cannot recover by reading the subscribed rows again. */
  missed(): void
}

/** Channels with the same topic, subscriptions, caller and serializer version. Each row change is encoded once for all channels of a group. */
export type SubscriberGroup = {
  version: SerializerVersion
  topic: string
  caller: Caller
  /**
   * The caller's role and claims as JSON. Callers with different claims need separate groups, because row-level security may depend on
   * claims.
   */
  callerKey: string
  schema: string
  table: string
  subscriptions: readonly CompiledSubscription[]
  members: Set<SubscribedChannel>
  frames: Map<string, ChangeFrameTemplate>
}

/** The subscriptions of one channel, as the argument of `SubscriberRegistry.add`. */
export type ChannelSubscription = Pick<SubscriberGroup, 'version' | 'topic' | 'caller' | 'callerKey'> & {
  subscriptions: readonly CompiledSubscription[]
}

/** All groups of subscribed channels, indexed by the table that they subscribe to. */
export class SubscriberRegistry {
  readonly #tables = new Map<string, Map<string, SubscriberGroup>>()

  /** Adds a channel to the groups of its subscriptions. Returns a function that removes it. */
  add(listening: ChannelSubscription, member: SubscribedChannel): () => void {
    const byTable = Map.groupBy(listening.subscriptions, ({ schema, table }) => tableKey(schema, table))
    const left = [...byTable.entries()].map(([key, subscriptions]) =>
      this.#join(key, { ...listening, subscriptions }, member),
    )
    return () => {
      for (const leave of left) leave()
    }
  }

  /** Returns the groups that subscribe to a table, by its name or by a wildcard. */
  of(schema: string, table: string): SubscriberGroup[] {
    const keys = [tableKey(schema, table), tableKey(schema, '*'), tableKey('*', '*'), tableKey('*', table)]
    return keys.flatMap((key) => [...(this.#tables.get(key)?.values() ?? [])])
  }

  /** Returns all groups of subscribed channels, for every table. */
  all(): SubscriberGroup[] {
    return [...this.#tables.values()].flatMap((groups) => [...groups.values()])
  }

  #join(key: string, listening: ChannelSubscription, member: SubscribedChannel): () => void {
    const groups = this.#tables.get(key) ?? new Map<string, SubscriberGroup>()
    this.#tables.set(key, groups)
    const name = groupKey(listening)
    const group = groups.get(name) ?? newGroup(listening)
    groups.set(name, group)
    group.members.add(member)
    return () => {
      group.members.delete(member)
      if (group.members.size > 0 || groups.get(name) !== group) return
      groups.delete(name)
      if (groups.size === 0) this.#tables.delete(key)
    }
  }
}

/** Returns the constant parts of the frames for these subscription ids of a group. They are created once and cached in the group. */
export function getChangeFrameTemplate(group: SubscriberGroup, ids: readonly number[]): ChangeFrameTemplate {
  const key = ids.join()
  const frame = group.frames.get(key) ?? createFrameTemplate(group.version, group.topic, ids)
  group.frames.set(key, frame)
  return frame
}

function newGroup({ version, topic, caller, callerKey, subscriptions }: ChannelSubscription): SubscriberGroup {
  const [{ schema, table } = { schema: '*', table: '*' }] = subscriptions
  return { version, topic, caller, callerKey, schema, table, subscriptions, members: new Set(), frames: new Map() }
}

function groupKey({ version, topic, callerKey, subscriptions }: ChannelSubscription): string {
  return JSON.stringify([version, topic, callerKey, subscriptions.map(({ id }) => id)])
}

function tableKey(schema: string, table: string): string {
  return JSON.stringify([schema, table])
}
