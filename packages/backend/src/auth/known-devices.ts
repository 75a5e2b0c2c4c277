import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/port/tables.ts'
import type { AuthDependencies } from './auth.ts'
import { identifyRequester, type RateLimitClient } from './requester.ts'

/** Number of days that a device stays known after its last sign-in or token refresh. `auth-cleanup.ts` deletes older rows. */
export const KNOWN_DEVICE_DAYS = 90
/** Maximum number of known devices per account. When it is exceeded, the least recently seen device is deleted. */
const DEVICES_MAX = 20

/** Response headers with the user id and session id, set on every response that contains a session (sessions/session.ts). */
const USER_HEADER = 'sb-auth-user-id'
const SESSION_HEADER = 'sb-auth-session-id'

/**
 * Returns whether the device has signed in to the account with the given e-mail address or phone number within the last 90 days. The same
 * query runs for an address without an account, so that its duration does not reveal whether the account exists.
 */
export async function isKnownDevice(db: Db, address: string, { device }: RateLimitClient): Promise<boolean> {
  const { rows } = await sql`
    select from auth.known_devices d join auth.users u on u.id = d.user_id
    where d.device = ${device} and (u.email = ${address} or u.phone = ${address})
      and d.seen_at > now() - make_interval(days => ${KNOWN_DEVICE_DAYS})`.execute(db)
  return rows.length > 0
}

/**
 * Returns the id of an account that the device has signed in to within the last 90 days, or null. With several such accounts it is always
 * the same one.
 */
export async function findAccountOfDevice(db: Db, { device }: RateLimitClient): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from auth.known_devices
    where device = ${device} and seen_at > now() - make_interval(days => ${KNOWN_DEVICE_DAYS})
    order by user_id limit 1`.execute(db)
  return rows[0]?.user_id ?? null
}

/**
 * Returns an onSend hook that stores the client's device after a response that opens or refreshes a session. Skips an aal1 session of an
 * account with a verified second factor, because a password alone must not make a device known. Writes at most once a day for each
 * device. A failure is logged and does not fail the response.
 */
export function createKnownDeviceHook(auth: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const userId = reply.getHeader(USER_HEADER)
    const sessionId = reply.getHeader(SESSION_HEADER)
    if (typeof userId !== 'string' || typeof sessionId !== 'string' || reply.statusCode !== 200) return
    await storeDevice(auth, { userId, sessionId, device: identifyRequester(auth, request).device }).catch(
      (err: unknown) =>
        auth.log.warn(
          { event: 'known_device_not_stored', err },
          'Storing a known device after a sign-in failed; the session is not affected',
        ),
    )
  }
}

async function storeDevice(
  auth: AuthDependencies,
  seen: { userId: string; sessionId: string; device: string },
): Promise<void> {
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
