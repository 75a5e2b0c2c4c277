import { isDatabaseError } from '../database/port/errors.ts'
import { extractPrimaryKey } from './change-data.ts'
import type { SubscriptionFilter } from './filter.ts'
import { attachFetchedRow, type RowChangeNotification } from './row-change-notification.ts'
import { getChangeFrameTemplate, type SubscriberGroup, type SubscriberRegistry } from './subscribers.ts'
import { canIdentifyRows, VisibilityGroup, type VisibilityGroupDependencies } from './visibility-group.ts'
import { readRowWithoutRowSecurity } from './visible-rows-store.ts'

/** The dependencies of `fanOutRowChanges`. */
export type FanOutDependencies = VisibilityGroupDependencies & { subscribers: SubscriberRegistry }

/** One row change to send to one group of subscribers, with the ids of the matching subscriptions. */
type Delivery = {
  change: RowChangeNotification
  group: SubscriberGroup
  ids: number[]
  select: readonly string[] | null
  /**
   * Whether the subscription's filter contains the primary key of the deleted row. The client then knows the key already, so it may be
   * sent.
   */
  namesKey: boolean
  audience: VisibilityGroup
}

/**
 * Sends row changes, in order, to the subscribers that may see them. With `only`, sends them only to the groups that `only` accepts.
 * Rejects when the database is unavailable, before anything was sent, so that the caller can retry the same changes.
 */
export async function fanOutRowChanges(
  changes: readonly RowChangeNotification[],
  parts: FanOutDependencies,
  only: (group: SubscriberGroup) => boolean = () => true,
): Promise<void> {
  const audiences = new Map<string, VisibilityGroup>()
  const deliveries: Delivery[] = []
  for (const change of changes) {
    const groups = parts.subscribers.of(change.schema, change.table).filter(only)
    const whole = groups.length > 0 ? await withWholeRow(change, parts) : null
    if (whole) deliveries.push(...(await planDeliveries(whole, groups, parts, audiences)))
  }
  for (const audience of audiences.values()) await audience.loadVisible(parts)
  for (const delivery of deliveries) send(delivery)
}

/**
 * Returns a row change with its whole row. A notification is limited to 8000 bytes, so the notification of a longer row contains only the
 * primary key, and the row is read from the table. Returns null when the row has been deleted in the meantime.
 */
async function withWholeRow(
  change: RowChangeNotification,
  { database, access }: FanOutDependencies,
): Promise<RowChangeNotification | null> {
  if (!change.truncated || change.type === 'DELETE') return change
  const columns = (await access.of('service_role', change.schema, change.table))?.columns ?? []
  const key = extractPrimaryKey(change, change.primary_key)
  try {
    const row =
      key && (await readRowWithoutRowSecurity(database, columns, { schema: change.schema, table: change.table, key }))
    // Without a row there is nothing to send: the row was deleted, and the notification of its DELETE follows.
    return row && attachFetchedRow(change, row)
  } catch (error) {
    if (isDatabaseError(error)) return null // the table was dropped
    throw error
  }
}

async function planDeliveries(
  change: RowChangeNotification,
  groups: readonly SubscriberGroup[],
  { access }: FanOutDependencies,
  audiences: Map<string, VisibilityGroup>,
): Promise<Delivery[]> {
  const { schema, table } = change
  const deliveries: Delivery[] = []
  for (const [role, same] of Map.groupBy(groups, (group) => group.caller.role)) {
    const seen = await access.of(role, schema, table)
    if (seen === null || !canIdentifyRows(seen) || extractPrimaryKey(change, seen.primaryKey) === null) continue
    for (const group of same) {
      for (const { ids, select, namesKey } of matchingSubscriptions(group, change, seen.primaryKey)) {
        const key = JSON.stringify([schema, table, seen.readsClaims ? group.callerKey : role])
        const audience = audiences.get(key) ?? new VisibilityGroup(group.caller, seen, { schema, table })
        audiences.set(key, audience)
        audience.add(change)
        deliveries.push({ change, group, ids, select, namesKey, audience })
      }
    }
  }
  return deliveries
}

/** Returns the ids of the group's subscriptions that match a row change, grouped by the columns they select. */
function matchingSubscriptions(
  { subscriptions }: SubscriberGroup,
  change: RowChangeNotification,
  primaryKey: readonly string[],
): Pick<Delivery, 'ids' | 'select' | 'namesKey'>[] {
  const row = change.record ?? change.old_record ?? {}
  const matching = subscriptions.filter(({ event, passes }) => (event === '*' || event === change.type) && passes(row))
  // Whether the filter contains the primary key matters only for a DELETE. For an existing row, row-level security decides whether the
  // client may see it.
  const namesKey = (filters: readonly SubscriptionFilter[]) => change.type === 'DELETE' && namesAll(filters, primaryKey)
  const byProjection = Map.groupBy(matching, ({ select, filters }) => `${namesKey(filters)} ${select?.join() ?? ''}`)
  return [...byProjection.values()].map((same) => ({
    ids: same.map(({ id }) => id),
    select: same[0]?.select ?? null,
    namesKey: namesKey(same[0]?.filters ?? []),
  }))
}

function namesAll(filters: readonly SubscriptionFilter[], primaryKey: readonly string[]): boolean {
  const named = filters.filter(({ operator }) => operator === 'eq' || operator === 'in').map(({ column }) => column)
  return primaryKey.every((column) => named.includes(column))
}

function send({ change, group, ids, select, namesKey, audience }: Delivery): void {
  const data = audience.text(change, { select, namesKey })
  if (data === null) return
  const { head, tail } = getChangeFrameTemplate(group, ids)
  const frame = Buffer.from(head + data + tail)
  for (const member of group.members) member.send(frame)
}
