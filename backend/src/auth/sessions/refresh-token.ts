/**
 * A refresh token works once: each use revokes it and gives its child. Two things must still be possible: two tabs
 * that refresh at the same moment, and a client that never got the answer. So the child is derived from the parent
 * (HMAC with a key outside of the database), and a parent that comes again is given the same child again, although the
 * database holds nothing but hashes:
 *
 *   active ──used──> revoked, its child is active ──the child used──> revoked, a grandchild is active
 *                             │                                                │
 *                             └ again: the active child                        └ within the reuse interval: the active
 *                                                                                one; later: theft, the family ends
 */
export type TokenRow = { token_hash: string; parent_hash: string | null; revoked: boolean; revoked_at: Date | null }

/** What to do with a refresh token that was presented. */
export type Decision = 'rotate' | 'repeat' | 'theft'

/** Decides by the presented token's row and the session's active one. `interval` is in seconds. */
export function decideRefresh(
  presented: TokenRow,
  active: TokenRow | null,
  options: { now: Date; interval: number },
): Decision {
  if (!presented.revoked) return 'rotate'
  if (active === null) return 'theft'
  if (active.parent_hash === presented.token_hash) return 'repeat'
  const revokedAt = presented.revoked_at?.getTime() ?? 0
  return options.now.getTime() - revokedAt < options.interval * 1000 ? 'repeat' : 'theft'
}

/** Longest chain of uses within one reuse interval that is followed. */
const CHAIN_MAX = 64

/** The active token, found by deriving child after child from one of its ancestors; null when it is none. */
export function descendantWith(
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
