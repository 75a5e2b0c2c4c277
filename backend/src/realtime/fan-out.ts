import { isDatabaseError } from '../database/errors.ts'
import { type AnnouncedChange, withRow } from './announced-change.ts'
import { Audience, type AudienceParts, canIdentify } from './audience.ts'
import { keyOf } from './change-data.ts'
import type { Filter } from './filter.ts'
import { frameFor, type Group, type Subscribers } from './subscribers.ts'
import { readRow } from './visible-rows-store.ts'

/** What handing out changes needs. */
export type FanOutParts = AudienceParts & { subscribers: Subscribers }

/** One change for one group, and which of the group's subscriptions it is for. */
type Parcel = {
  change: AnnouncedChange
  group: Group
  ids: number[]
  select: readonly string[] | null
  /** The subscription's filter names the deleted row's key: its client knows it. */
  namesKey: boolean
  audience: Audience
}

/**
 * Brings changes, in their order, to whoever subscribed and may see them; to `only` of the groups when given. Rejects
 * when the database is away, before anything was sent: then the same changes can be tried again.
 */
export async function fanOut(
  changes: readonly AnnouncedChange[],
  parts: FanOutParts,
  only: (group: Group) => boolean = () => true,
): Promise<void> {
  const audiences = new Map<string, Audience>()
  const parcels: Parcel[] = []
  for (const change of changes) {
    const groups = parts.subscribers.of(change.schema, change.table).filter(only)
    const whole = groups.length > 0 ? await completed(change, parts) : null
    if (whole) parcels.push(...(await address(whole, groups, parts, audiences)))
  }
  for (const audience of audiences.values()) await audience.look(parts)
  for (const parcel of parcels) send(parcel)
}

/** The change with its whole row. A notification holds 8000 bytes; of a longer row it brings only the key. */
async function completed(change: AnnouncedChange, { database, access }: FanOutParts): Promise<AnnouncedChange | null> {
  if (!change.truncated || change.type === 'DELETE') return change
  const columns = (await access.of('service_role', change.schema, change.table))?.columns ?? []
  const key = keyOf(change, change.primary_key)
  try {
    const row = key && (await readRow(database, columns, { schema: change.schema, table: change.table, key }))
    return row && withRow(change, row) // without a row there is nothing to show: its deletion comes next
  } catch (error) {
    if (isDatabaseError(error)) return null // the table itself is gone
    throw error
  }
}

async function address(
  change: AnnouncedChange,
  groups: readonly Group[],
  { access }: FanOutParts,
  audiences: Map<string, Audience>,
): Promise<Parcel[]> {
  const { schema, table } = change
  const parcels: Parcel[] = []
  for (const [role, same] of Map.groupBy(groups, (group) => group.caller.role)) {
    const seen = await access.of(role, schema, table)
    if (seen === null || !canIdentify(seen) || keyOf(change, seen.primaryKey) === null) continue
    for (const group of same) {
      for (const { ids, select, namesKey } of wanted(group, change, seen.primaryKey)) {
        const key = JSON.stringify([schema, table, seen.readsClaims ? group.callerKey : role])
        const audience = audiences.get(key) ?? new Audience(group.caller, seen, { schema, table })
        audiences.set(key, audience)
        audience.ask(change)
        parcels.push({ change, group, ids, select, namesKey, audience })
      }
    }
  }
  return parcels
}

/** The ids of the group's subscriptions that ask for this change, together where they are shown the same. */
function wanted(
  { subscriptions }: Group,
  change: AnnouncedChange,
  primaryKey: readonly string[],
): Pick<Parcel, 'ids' | 'select' | 'namesKey'>[] {
  const row = change.record ?? change.old_record ?? {}
  const asking = subscriptions.filter(({ event, passes }) => (event === '*' || event === change.type) && passes(row))
  // Of rows that are there, row-level security decides: whether a filter names the key makes no difference.
  const namesKey = (filters: readonly Filter[]) => change.type === 'DELETE' && namesAll(filters, primaryKey)
  const bySight = Map.groupBy(asking, ({ select, filters }) => `${namesKey(filters)} ${select?.join() ?? ''}`)
  return [...bySight.values()].map((same) => ({
    ids: same.map(({ id }) => id),
    select: same[0]?.select ?? null,
    namesKey: namesKey(same[0]?.filters ?? []),
  }))
}

function namesAll(filters: readonly Filter[], primaryKey: readonly string[]): boolean {
  const named = filters.filter(({ operator }) => operator === 'eq' || operator === 'in').map(({ column }) => column)
  return primaryKey.every((column) => named.includes(column))
}

function send({ change, group, ids, select, namesKey, audience }: Parcel): void {
  const data = audience.text(change, { select, namesKey })
  if (data === null) return
  const { head, tail } = frameFor(group, ids)
  const frame = Buffer.from(head + data + tail)
  for (const member of group.members) member.send(frame)
}
