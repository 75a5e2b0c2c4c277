import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AuthTables } from '../../database/auth-tables.ts'
import type { Tables } from '../../database/tables.ts'
import type { CodeChallenge } from '../fields.ts'

/** A sign-in that has begun in a browser and ends in the same one. */
export type FlowStateRow = Selectable<AuthTables['auth.flow_state']>

type Db = Kysely<Tables> | Transaction<Tables>

/** How long a begun flow waits for its end. */
export const FLOW_SECONDS = 300

/** Begins a flow; answers its id. */
export async function insertFlowState(
  tx: Db,
  flow: Omit<Insertable<AuthTables['auth.flow_state']>, 'id' | 'created_at'>,
): Promise<string> {
  const { id } = await tx.insertInto('auth.flow_state').values(flow).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Begins a flow for a mailed link, or answers null when the client asked for none (no code challenge). */
export async function beginFlow(
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

/** The flow with this id, held until the transaction ends, or null. */
export async function lockFlowState(tx: Transaction<Tables>, id: string): Promise<FlowStateRow | null> {
  const query = tx.selectFrom('auth.flow_state').selectAll().where('id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** The flow that an auth code was given out for, held until the transaction ends, and its owner's row before it; or null. */
export async function lockFlowStateByCode(tx: Transaction<Tables>, codeHash: string): Promise<FlowStateRow | null> {
  const owner = tx.selectFrom('auth.flow_state').select('user_id').where('auth_code_hash', '=', codeHash)
  await tx.selectFrom('auth.users').select('id').where('id', 'in', owner).forNoKeyUpdate().execute()
  const query = tx.selectFrom('auth.flow_state').selectAll().where('auth_code_hash', '=', codeHash).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** Binds a flow to the person it ended with, and to the code that the browser may exchange. */
export async function giveAuthCode(
  tx: Transaction<Tables>,
  id: string,
  bound: {
    user_id: string
    auth_code_hash: string
    provider_access_token?: string | null
    provider_refresh_token?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('auth.flow_state')
    .set({ ...bound, auth_code_issued_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Notes that a provider sent somebody back for this flow: its nonce is gone, so it can't be played again. */
export async function markFlowUsed(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.updateTable('auth.flow_state').set({ provider_nonce: null }).where('id', '=', id).execute()
}

/**
 * Ends the flows that have led to this account, whose code nobody has exchanged yet, and those that would link something to it. A mailed
 * link keeps its flow: without one it would open a session wherever it is followed.
 */
export async function deleteFlowsOf(tx: Transaction<Tables>, userId: string): Promise<void> {
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

/** Ends every flow of an account, also those of mailed links, but the given one. */
export async function deleteAllFlowsOf(tx: Transaction<Tables>, userId: string, except: string | null): Promise<void> {
  let query = tx
    .deleteFrom('auth.flow_state')
    .where((flow) => flow.or([flow('linking_target_id', '=', userId), flow('user_id', '=', userId)]))
  if (except !== null) query = query.where('id', '<>', except)
  await query.execute()
}

/** Ends a flow. */
export async function deleteFlowState(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('auth.flow_state').where('id', '=', id).execute()
}
