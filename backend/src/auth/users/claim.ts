/**
 * The rules for what is retained on an account when its address or number is confirmed (docs/decisions/0029). An attacker
 * can sign up with another person's address, so no requested password or identity takes effect before a message to that
 * address is confirmed. A claim holds what the latest such request chose. Pure rules; claim-store.ts stores the rows.
 */

/** What takes effect when the address is confirmed by the message of the request. */
export type Claim = {
  /** The password chosen at the latest sign-up. */
  passwordHash: string | null
  /** The provider's identity that created the account, where the provider had not verified the address. */
  identityId: string | null
  /** The keyed hash of the request's network source. */
  sourceKey: string
  /** More than one request was made for this address. Then the password is retained only if the same source confirms it. */
  contested: boolean
  /** A request without a password followed: the password and the identity never take effect. */
  voided: boolean
}

/** Returns the claim after a sign-up. `repeatsPassword`: it chose the same password as the claim before it. */
export function claimOfSignUp(
  before: Claim | null,
  { passwordHash, sourceKey, repeatsPassword }: { passwordHash: string; sourceKey: string; repeatsPassword: boolean },
): Claim {
  if (before !== null && repeatsPassword) return { ...before, sourceKey }
  return { passwordHash, identityId: null, sourceKey, contested: before !== null, voided: false }
}

/** Returns the claim after a request for a code or magic link. Stores the earlier password only to recognise a repeated sign-up. */
export function claimOfCode(before: Claim | null, sourceKey: string): Claim {
  const passwordHash = before?.passwordHash ?? null
  return { passwordHash, identityId: null, sourceKey, contested: before !== null, voided: true }
}

/** Returns the claim after a recovery was requested. */
export function claimOfRecovery(before: Claim): Claim {
  return { ...before, identityId: null, contested: true, voided: true }
}

/** Returns the claim of an account that a provider's identity created with an unverified address. */
export function claimOfIdentity(identityId: string, sourceKey: string): Claim {
  return { passwordHash: null, identityId, sourceKey, contested: true, voided: false }
}

/** How an address was confirmed: by which kind of message and from which source, or by an operator. */
export type AddressProof = { by: 'confirmation' | 'recovery'; sourceKey: string } | { by: 'operator' }

/** What is retained on the account; everything else on it is removed. */
export type Retained = { passwordHash: string | null; identityId: string | null; profile: boolean }

const NOTHING: Retained = { passwordHash: null, identityId: null, profile: false }

/**
 * Returns what is retained of a claim when the address is confirmed. A recovery retains nothing. The message of the latest
 * sign-up retains its password; for a contested claim only when it is confirmed from the source of that sign-up.
 */
export function retainedBy(claim: Claim, proof: AddressProof): Retained {
  if (proof.by === 'recovery') return NOTHING
  if (claim.contested && (proof.by === 'operator' || proof.sourceKey !== claim.sourceKey)) return NOTHING
  if (claim.voided) return { ...NOTHING, profile: true }
  return { passwordHash: claim.passwordHash, identityId: claim.identityId, profile: true }
}
