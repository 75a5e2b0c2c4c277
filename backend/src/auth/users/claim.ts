/**
 * Who may keep what on an account whose address or number nobody has proved yet (docs/decisions/0029). Anybody can sign up
 * with anybody's address, so nothing that is asked for counts until a message is answered. A claim is what the latest such
 * request wants to be put in place then. Pure rules; claim-store.ts keeps the rows.
 */

/** What is put in place when the address is proved by the message that belongs to it. */
export type Claim = {
  /** The password chosen at the latest sign-up. */
  passwordHash: string | null
  /** The provider's identity that made the account, where the provider did not vouch for the address. */
  identityId: string | null
  /** Where the request came from (keyed hash). */
  sourceKey: string
  /** More than one request was made for this address. Then the password is kept only if the same source confirms it. */
  contested: boolean
  /** A request without a password followed: the password and the identity are never put in place. */
  voided: boolean
}

/** The claim after a sign-up. `repeatsPassword`: it chose the password of the claim before it. */
export function claimOfSignUp(
  before: Claim | null,
  { passwordHash, sourceKey, repeatsPassword }: { passwordHash: string; sourceKey: string; repeatsPassword: boolean },
): Claim {
  if (before !== null && repeatsPassword) return { ...before, sourceKey }
  return { passwordHash, identityId: null, sourceKey, contested: before !== null, voided: false }
}

/** The claim after a code or magic link was asked for. The password before it is kept only to recognise it when it comes again. */
export function claimOfCode(before: Claim | null, sourceKey: string): Claim {
  const passwordHash = before?.passwordHash ?? null
  return { passwordHash, identityId: null, sourceKey, contested: before !== null, voided: true }
}

/** The claim after a recovery was asked for. */
export function claimOfRecovery(before: Claim): Claim {
  return { ...before, identityId: null, contested: true, voided: true }
}

/** The claim of an account that a provider's identity made, with an address the provider does not vouch for. */
export function claimOfIdentity(identityId: string, sourceKey: string): Claim {
  return { passwordHash: null, identityId, sourceKey, contested: true, voided: false }
}

/** How an address was proved: by which kind of message, answered from where; or an operator's word. */
export type AddressProof = { by: 'confirmation' | 'recovery'; sourceKey: string } | { by: 'operator' }

/** What stays on the account; everything else on it is removed. */
export type Kept = { passwordHash: string | null; identityId: string | null; profile: boolean }

const NOTHING: Kept = { passwordHash: null, identityId: null, profile: false }

/**
 * What a proof leaves of a claim. A recovery leaves nothing. The message of the latest sign-up leaves its password; where
 * the address was asked for by others as well, only when it is answered from where that sign-up came.
 */
export function keptBy(claim: Claim, proof: AddressProof): Kept {
  if (proof.by === 'recovery') return NOTHING
  if (claim.contested && (proof.by === 'operator' || proof.sourceKey !== claim.sourceKey)) return NOTHING
  if (claim.voided) return { ...NOTHING, profile: true }
  return { passwordHash: claim.passwordHash, identityId: claim.identityId, profile: true }
}
