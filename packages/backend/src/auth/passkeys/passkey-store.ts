import { type Selectable, sql } from 'kysely'
import type { AuthTables } from '../../database/port/auth-tables.ts'
import type { Db, Tx } from '../../database/port/tables.ts'
import type { StoredWebAuthnCredential } from '../web-authn/ceremony.ts'

/** A row of `auth.webauthn_credentials`: one passkey of a user. */
export type PasskeyRow = Selectable<AuthTables['auth.webauthn_credentials']>
type PasskeyChallengeRow = Selectable<AuthTables['auth.webauthn_challenges']>

/** What a challenge is for, and the signed-in user who asked for it. */
export type PasskeyChallengePurpose = { kind: 'registration' | 'authentication'; userId: string | null }

/** Inserts a WebAuthn challenge for a passkey. */
export async function insertPasskeyChallenge(
  db: Db,
  { kind, userId, challenge, expiresAt }: PasskeyChallengePurpose & { challenge: string; expiresAt: Date },
): Promise<PasskeyChallengeRow> {
  const session_data = JSON.stringify({ challenge })
  return await db
    .insertInto('auth.webauthn_challenges')
    .values({ user_id: userId, challenge_type: kind, session_data, expires_at: expiresAt })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Deletes and returns a WebAuthn challenge, so that at most one response to it is ever verified. Returns null when the challenge does
 * not exist or belongs to another user.
 */
export async function consumePasskeyChallenge(
  db: Db,
  { kind, userId, id }: PasskeyChallengePurpose & { id: string },
): Promise<PasskeyChallengeRow | null> {
  const query = db
    .deleteFrom('auth.webauthn_challenges')
    .where('id', '=', id)
    .where('challenge_type', '=', kind)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .returningAll()
  return (await query.executeTakeFirst()) ?? null
}

/** Returns the user's passkeys, oldest first. */
export async function findUserPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('auth.webauthn_credentials')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Finds a passkey by its credential id and locks its row until the transaction ends, or returns null. */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | null> {
  const query = tx.selectFrom('auth.webauthn_credentials').selectAll().where('credential_id', '=', credentialId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Inserts a passkey. Rejects with 23505 (unique violation) when the credential is already registered. */
export async function insertPasskey(
  tx: Tx,
  {
    userId,
    credential,
    aaguid,
    name,
  }: { userId: string; credential: StoredWebAuthnCredential; aaguid: string; name: string },
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

/** Updates the signature counter and the time of the last use of a passkey. */
export async function recordPasskeyUse(tx: Tx, id: string, counter: number): Promise<void> {
  await tx
    .updateTable('auth.webauthn_credentials')
    .set({ sign_count: counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Renames a user's passkey; returns null when the user has no such passkey. */
export async function renamePasskey(
  tx: Tx,
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

/** Deletes a user's passkey; returns false when the user has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const query = tx.deleteFrom('auth.webauthn_credentials').where('id', '=', id).where('user_id', '=', userId)
  return (await query.returning('id').executeTakeFirst()) !== undefined
}
