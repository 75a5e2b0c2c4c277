import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Auth } from './auth.ts'
import type { Db } from './rate-limit.ts'
import { type Requester, requesterOf } from './requester.ts'

/** How long a device stays known after its last sign-in or refresh. `sweep.ts` deletes older rows. */
export const KNOWN_DEVICE_DAYS = 90
/** Per account. The device that was not seen for longest is forgotten first. */
const DEVICES_MAX = 20

/** Headers of every answer with a session; see sessions/session.ts. */
const USER_HEADER = 'sb-auth-user-id'
const SESSION_HEADER = 'sb-auth-session-id'

/**
 * Whether this device has signed in to the account with this address or number within the last 90 days. The same query
 * runs for an address without an account, so its duration tells nothing.
 */
export async function isKnownDevice(db: Db, address: string, { device }: Requester): Promise<boolean> {
  const { rows } = await sql`
    select from auth.known_devices d join auth.users u on u.id = d.user_id
    where d.device = ${device} and (u.email = ${address} or u.phone = ${address})
      and d.seen_at > now() - make_interval(days => ${KNOWN_DEVICE_DAYS})`.execute(db)
  return rows.length > 0
}

/** An account that this device has signed in to within the last 90 days, or null. Of several always the same. */
export async function findAccountOfDevice(db: Db, { device }: Requester): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from auth.known_devices
    where device = ${device} and seen_at > now() - make_interval(days => ${KNOWN_DEVICE_DAYS})
    order by user_id limit 1`.execute(db)
  return rows[0]?.user_id ?? null
}

/**
 * An onSend hook: remembers the device of every answer that opens or refreshes a session. A session that still owes the
 * account's second factor does not count: a password alone must not make a device known. Writes at most once a day for
 * a device. A failure is logged and does not spoil the answer.
 */
export function rememberDevices(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const userId = reply.getHeader(USER_HEADER)
    const sessionId = reply.getHeader(SESSION_HEADER)
    if (typeof userId !== 'string' || typeof sessionId !== 'string' || reply.statusCode !== 200) return
    await remember(auth, { userId, sessionId, device: requesterOf(auth, request).device }).catch((err: unknown) =>
      auth.log.warn({ event: 'device_not_remembered', err }, 'A device was not remembered after a sign-in'),
    )
  }
}

async function remember(auth: Auth, seen: { userId: string; sessionId: string; device: string }): Promise<void> {
  const { userId, sessionId, device } = seen
  const { numAffectedRows } = await sql`
    insert into auth.known_devices as d (user_id, device)
    select s.user_id, ${device} from auth.sessions s
    where s.id = ${sessionId} and s.user_id = ${userId} and (s.aal <> 'aal1' or not exists (
      select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'))
    on conflict (user_id, device) do update set seen_at = now() where d.seen_at < now() - interval '1 day'`.execute(
    auth.db.kysely,
  )
  if (numAffectedRows !== 1n) return
  await sql`
    delete from auth.known_devices where user_id = ${userId} and device in (
      select device from auth.known_devices where user_id = ${userId} order by seen_at desc offset ${DEVICES_MAX})`.execute(
    auth.db.kysely,
  )
}
