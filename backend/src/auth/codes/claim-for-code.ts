import type { Transaction } from 'kysely'
import type { Tables } from '../../database/port/tables.ts'
import { claimOfCode } from '../users/claim.ts'
import { findClaim, putClaim } from '../users/claim-store.ts'
import { setProfile } from '../users/unconfirmed-account.ts'
import { lockUser, type UserRow } from '../users/user-store.ts'

/**
 * Records on an unconfirmed account that a sign-in code was requested. Confirming that code then does not activate the password of an
 * earlier sign-up, which an attacker may have chosen (docs/decisions/0029). Has no effect on a confirmed account or on an account that
 * an operator created.
 */
export async function claimForCode(
  tx: Transaction<Tables>,
  user: UserRow,
  { isNew, data, sourceKey }: { isNew: boolean; data: object; sourceKey: string },
): Promise<UserRow> {
  const now = isNew ? user : await lockUser(tx, user.id)
  if (now === null || now.confirmed_at !== null) return now ?? user
  const before = await findClaim(tx, user.id)
  if (before === null && !isNew) return now
  await putClaim(tx, user.id, claimOfCode(before, sourceKey))
  return isNew ? now : await setProfile(tx, now, data)
}
