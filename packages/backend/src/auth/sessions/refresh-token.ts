/**
 * A row of a refresh token, as the rotation of refresh tokens uses it. A refresh token is valid once: each use revokes it and returns a
 * new token, its child. Two cases must still work: two tabs that refresh concurrently, and a client that lost the response. So the child
 * is derived from its parent (HMAC with a key outside of the database). When a client sends a revoked parent again, it gets the same
 * child, although the database stores only hashes of tokens:
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

/** How to handle a refresh token that a client presents: rotate it, repeat the session's active token, or treat it as stolen. */
export type RefreshTokenDecision = 'rotate' | 'repeat' | 'theft'

/**
 * Decides how to handle a refresh token that a client presents, from its row and the row of the session's active token (null when there is
 * none). `interval` is the reuse interval in seconds.
 */
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
 * Derives child after child from a refresh token until one has the given hash, and returns that descendant. Returns null when none of the
 * first CHAIN_MAX descendants has it.
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
