/**
 * The rules for which sign-up data an account retains when its e-mail address or phone number is confirmed (docs/decisions.md, "A password
 * takes effect with the message that proves the address"). An attacker can sign up with another person's e-mail address, so no password or
 * identity takes effect before a message to that address is confirmed. Until then a "claim" stores the choices of the latest request. This
 * file has only pure functions; pending-sign-up-store.ts stores the rows.
 */

/** Data of an unconfirmed sign-up that takes effect when its confirmation message is confirmed. */
export type PendingSignUpData = {
  /** The hash of the password that was chosen at the latest sign-up, or null. */
  passwordHash: string | null
  /** The id of the provider identity that created the account without a verified e-mail address; otherwise null. */
  identityId: string | null
  /** Keyed hash of the IP address (or IPv6 /64 network) of the client that made the request. */
  sourceKey: string
  /**
   * Whether the sign-up data is retained only if a client of the same IP network confirms the address: true after several requests for the
   * address, and after a sign-in through a provider that has not verified it.
   */
  contested: boolean
  /**
   * Whether a request without a password (for a code or a password recovery) followed. The password and the identity then never take
   * effect.
   */
  voided: boolean
}

/**
 * Returns the claim on an account (unconfirmed sign-up data) after a sign-up. `repeatsPassword` is true when the sign-up chose the same
 * password as the previous claim.
 */
export function derivePendingDataAfterSignUp(
  before: PendingSignUpData | null,
  { passwordHash, sourceKey, repeatsPassword }: { passwordHash: string; sourceKey: string; repeatsPassword: boolean },
): PendingSignUpData {
  if (before !== null && repeatsPassword) return { ...before, sourceKey }
  return { passwordHash, identityId: null, sourceKey, contested: before !== null, voided: false }
}

/**
 * Returns the claim on an account (unconfirmed sign-up data) after a request for a code or magic link. An earlier password hash is kept,
 * but only to recognise a sign-up that repeats the password.
 */
export function derivePendingDataAfterCode(before: PendingSignUpData | null, sourceKey: string): PendingSignUpData {
  const passwordHash = before?.passwordHash ?? null
  return { passwordHash, identityId: null, sourceKey, contested: before !== null, voided: true }
}

/**
 * Returns the claim on an account (unconfirmed sign-up data) after a password recovery was requested: its password and identity never take
 * effect.
 */
export function derivePendingDataAfterRecovery(before: PendingSignUpData): PendingSignUpData {
  return { ...before, identityId: null, contested: true, voided: true }
}

/**
 * Returns the claim on an account (unconfirmed sign-up data) that a sign-in through a provider created with an unverified e-mail address.
 */
export function createPendingDataForIdentity(identityId: string, sourceKey: string): PendingSignUpData {
  return { passwordHash: null, identityId, sourceKey, contested: true, voided: false }
}

/**
 * How an e-mail address or phone number was confirmed: by a message of the given kind and a client of the given IP network (`sourceKey`),
 * or by an operator.
 */
export type AddressConfirmationProof = { by: 'confirmation' | 'recovery'; sourceKey: string } | { by: 'operator' }

/** The sign-up data that an account retains after confirmation; everything else on the account is removed. */
export type RetainedSignUpData = { passwordHash: string | null; identityId: string | null; profile: boolean }

const NOTHING: RetainedSignUpData = { passwordHash: null, identityId: null, profile: false }

/**
 * Returns which data of a claim the account retains when its address is confirmed. Confirmation by a recovery message retains nothing.
 * Confirmation by the message of the latest sign-up retains the password; if the claim is contested, only when the client's IP network is
 * that of the sign-up.
 */
export function selectRetainedSignUpData(
  claim: PendingSignUpData,
  proof: AddressConfirmationProof,
): RetainedSignUpData {
  if (proof.by === 'recovery') return NOTHING
  if (claim.contested && (proof.by === 'operator' || proof.sourceKey !== claim.sourceKey)) return NOTHING
  if (claim.voided) return { ...NOTHING, profile: true }
  return { passwordHash: claim.passwordHash, identityId: claim.identityId, profile: true }
}
