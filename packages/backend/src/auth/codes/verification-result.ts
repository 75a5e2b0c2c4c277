import type { UserRow } from '../users/user-store.ts'

/**
 * Result of verifying a code or link: the updated user, or a change of the e-mail address that the other mailbox (old or new) must still
 * confirm.
 */
export type TokenVerificationResult = { user: UserRow; method: 'otp' } | { user: UserRow; awaitsOtherAddress: true }
