import type { Tx } from '../../database/port/tables.ts'
import { derivePendingDataAfterCode } from '../users/pending-sign-up.ts'
import { findPendingSignUp, upsertPendingSignUp } from '../users/pending-sign-up-store.ts'
import { replaceSignUpMetadata } from '../users/unconfirmed-account.ts'
import { lockUser, type UserRow } from '../users/user-store.ts'

/**
 * Records on an unconfirmed account that a sign-in code was requested. Confirming that code then does not activate the password of an
 * earlier sign-up, which an attacker may have chosen (users/pending-sign-up.ts). Has no effect on a confirmed account or on an account that
 * an operator created.
 */
export async function recordSignInCodeRequest(
  tx: Tx,
  user: UserRow,
  { isNew, data, sourceKey }: { isNew: boolean; data: object; sourceKey: string },
): Promise<UserRow> {
  const now = isNew ? user : await lockUser(tx, user.id)
  if (now === null || now.confirmed_at !== null) return now ?? user
  const before = await findPendingSignUp(tx, user.id)
  if (before === null && !isNew) return now
  await upsertPendingSignUp(tx, user.id, derivePendingDataAfterCode(before, sourceKey))
  return isNew ? now : await replaceSignUpMetadata(tx, now, data)
}
