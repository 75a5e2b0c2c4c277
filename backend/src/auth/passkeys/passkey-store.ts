import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AuthTables } from '../../database/auth-tables.ts'
import type { Tables } from '../../database/tables.ts'
import type { Credential } from '../web-authn/ceremony.ts'

/** A passkey as the database holds it. */
export type PasskeyRow = Selectable<AuthTables['auth.webauthn_credentials']>
/** A question that waits for an authenticator's answer. */
export type PasskeyChallengeRow = Selectable<AuthTables['auth.webauthn_challenges']>

type Db = Kysely<Tables> | Transaction<Tables>
type Kind = 'registration' | 'authentication'

/** Keeps a question until it is answered or too old. */
export async function insertPasskeyChallenge(
  db: Db,
  { kind, userId, challenge, expiresAt }: { kind: Kind; userId: string | null; challenge: string; expiresAt: Date },
): Promise<PasskeyChallengeRow> {
  const session_data = JSON.stringify({ challenge })
  return await db
    .insertInto('auth.webauthn_challenges')
    .values({ user_id: userId, challenge_type: kind, session_data, expires_at: expiresAt })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes a question away, so that only one answer to it is ever looked at. Null when it is not there, or somebody else's. */
export async function takePasskeyChallenge(
  db: Db,
  { kind, userId, id }: { kind: Kind; userId: string | null; id: string },
): Promise<PasskeyChallengeRow | null> {
  const query = db
    .deleteFrom('auth.webauthn_challenges')
    .where('id', '=', id)
    .where('challenge_type', '=', kind)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .returningAll()
  return (await query.executeTakeFirst()) ?? null
}

/** The user's passkeys, oldest first. */
export async function findPasskeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('auth.webauthn_credentials')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The passkey that authenticators know under this id, held until the transaction ends, or null. */
export async function lockPasskey(tx: Transaction<Tables>, credentialId: string): Promise<PasskeyRow | null> {
  const query = tx.selectFrom('auth.webauthn_credentials').selectAll().where('credential_id', '=', credentialId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Adds a passkey. Rejects with 23505 when somebody has it already. */
export async function insertPasskey(
  tx: Transaction<Tables>,
  { userId, credential, aaguid, name }: { userId: string; credential: Credential; aaguid: string; name: string },
): Promise<PasskeyRow> {
  return await tx
    .insertInto('auth.webauthn_credentials')
    .values({
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      transports: JSON.stringify(credential.transports),
      aaguid,
      friendly_name: name,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Notes that a passkey was used. */
export async function touchPasskey(tx: Transaction<Tables>, id: string, counter: number): Promise<void> {
  await tx
    .updateTable('auth.webauthn_credentials')
    .set({ sign_count: counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Gives a user's passkey another name; null when they have no such passkey. */
export async function renamePasskey(
  tx: Transaction<Tables>,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | null> {
  const query = tx
    .updateTable('auth.webauthn_credentials')
    .set({ friendly_name: name, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
  return (await query.executeTakeFirst()) ?? null
}

/** Removes a user's passkey; false when they have no such passkey. */
export async function deletePasskey(tx: Transaction<Tables>, userId: string, id: string): Promise<boolean> {
  const query = tx.deleteFrom('auth.webauthn_credentials').where('id', '=', id).where('user_id', '=', userId)
  return (await query.returning('id').executeTakeFirst()) !== undefined
}
