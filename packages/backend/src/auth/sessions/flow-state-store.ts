import { type Insertable, type Selectable, sql } from 'kysely'
import type { AuthTables } from '../../database/port/auth-tables.ts'
import type { Db, Tx } from '../../database/port/tables.ts'
import type { CodeChallenge } from '../fields.ts'
import { generateRandomToken, hashToken } from '../secrets.ts'

/** A row of `auth.flow_state`: a PKCE or OAuth flow, which must end in the browser in which it began. */
export type FlowStateRow = Selectable<AuthTables['auth.flow_state']>

/** Lifetime of an OAuth flow, and of an issued auth code, in seconds. */
export const AUTH_FLOW_LIFETIME_SECONDS = 300

/** Inserts a flow state and returns its id. */
export async function insertFlowState(
  tx: Db,
  flow: Omit<Insertable<AuthTables['auth.flow_state']>, 'id' | 'created_at'>,
): Promise<string> {
  const { id } = await tx.insertInto('auth.flow_state').values(flow).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Inserts the PKCE flow state of a mailed link and returns its id. Returns null without an insert when the client sent no code challenge.
 */
export async function insertPkceFlow(
  tx: Db,
  challenge: CodeChallenge,
  flow: { userId: string; method: string; redirectTo: string },
): Promise<string | null> {
  if (challenge === null) return null
  return await insertFlowState(tx, {
    user_id: flow.userId,
    code_challenge: challenge.challenge,
    code_challenge_method: challenge.method,
    authentication_method: flow.method,
    referrer: flow.redirectTo,
  })
}

/** Finds a flow state by id and locks its row until the transaction ends, or returns null. */
export async function lockFlowState(tx: Tx, id: string): Promise<FlowStateRow | null> {
  const query = tx.selectFrom('auth.flow_state').selectAll().where('id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** Finds the flow state of an auth code, or returns null. Locks the user's row, then the flow state's row, until the transaction ends. */
export async function lockFlowStateByCode(tx: Tx, codeHash: string): Promise<FlowStateRow | null> {
  const owner = tx.selectFrom('auth.flow_state').select('user_id').where('auth_code_hash', '=', codeHash)
  await tx.selectFrom('auth.users').select('id').where('id', 'in', owner).forNoKeyUpdate().execute()
  const query = tx.selectFrom('auth.flow_state').selectAll().where('auth_code_hash', '=', codeHash).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/**
 * Stores in a flow state which user it authenticated, and the hash of a new auth code. Returns the code, which the client can exchange for a
 * session.
 */
export async function issueAuthCode(
  tx: Tx,
  id: string,
  bound: {
    user_id: string
    provider_access_token?: string | null
    provider_refresh_token?: string | null
  },
): Promise<string> {
  const code = generateRandomToken()
  await tx
    .updateTable('auth.flow_state')
    .set({ ...bound, auth_code_hash: hashToken(code), auth_code_issued_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return code
}

/** Marks an OAuth flow as used by clearing its nonce, so that the provider's callback cannot be replayed. */
export async function markOAuthFlowUsed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('auth.flow_state').set({ provider_nonce: null }).where('id', '=', id).execute()
}

/**
 * Deletes a user's flows whose auth code is not exchanged yet, and flows that would link an identity to the user. Keeps the flow of a
 * mailed link: without its flow, the link would open a session in any browser.
 */
export async function deleteRedeemableAuthFlows(tx: Tx, userId: string): Promise<void> {
  const query = tx
    .deleteFrom('auth.flow_state')
    .where((flow) =>
      flow.or([
        flow('linking_target_id', '=', userId),
        flow.and([flow('user_id', '=', userId), flow('auth_code_hash', 'is not', null)]),
      ]),
    )
  await query.execute()
}

/** Deletes all PKCE and OAuth flows of a user, including those of mailed links, except the given flow. */
export async function deleteUserAuthFlows(tx: Tx, userId: string, except: string | null): Promise<void> {
  let query = tx
    .deleteFrom('auth.flow_state')
    .where((flow) => flow.or([flow('linking_target_id', '=', userId), flow('user_id', '=', userId)]))
  if (except !== null) query = query.where('id', '<>', except)
  await query.execute()
}

/** Deletes a flow state. */
export async function deleteFlowState(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.flow_state').where('id', '=', id).execute()
}
