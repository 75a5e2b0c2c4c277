/**
 * Refresh token rotation: a refresh token is valid once; each use revokes it and returns a new token, its child. Two cases must still
 * work: two tabs that refresh concurrently, and a client that lost the response. So the child is derived from the parent (HMAC with a
 * key outside of the database). A parent that is sent again gets the same child, although the database stores only hashes:
 *
 *   active ──used──> revoked, its child is active ──the child used──> revoked, a grandchild is active
 *                             │                                                │
 *                             └ sent again: the active child                   └ sent again within the reuse interval: the
 *                                                                                active token; later: theft, all are revoked
 */
export type RefreshTokenState = {
  token_hash: string
  parent_hash: string | null
  revoked: boolean
  revoked_at: Date | null
}

/** The decision on a presented refresh token: rotate it, repeat the active one, or treat it as stolen. */
export type RefreshTokenDecision = 'rotate' | 'repeat' | 'theft'

/** Decides how to handle a presented refresh token, from its row and the session's active token. `interval` (reuse) is in seconds. */
export function decideRefreshTokenUse(
  presented: RefreshTokenState,
  active: RefreshTokenState | null,
  options: { now: Date; interval: number },
): RefreshTokenDecision {
  if (!presented.revoked) return 'rotate'
  if (active === null) return 'theft'
  if (active.parent_hash === presented.token_hash) return 'repeat'
  const revokedAt = presented.revoked_at?.getTime() ?? 0
  return options.now.getTime() - revokedAt < options.interval * 1000 ? 'repeat' : 'theft'
}

/** Maximum number of derivations when searching for a descendant of a refresh token. */
const CHAIN_MAX = 64

/**
 * Derives child after child from a refresh token until one has the given hash, and returns that descendant. Returns null when none of
 * the first CHAIN_MAX has it.
 */
export function findRefreshTokenDescendant(
  hash: string,
  ancestor: string,
  derive: { next(parent: string): string; hash(token: string): string },
): string | null {
  let token = ancestor
  for (let step = 0; step < CHAIN_MAX; step += 1) {
    token = derive.next(token)
    if (derive.hash(token) === hash) return token
  }
  return null
}
