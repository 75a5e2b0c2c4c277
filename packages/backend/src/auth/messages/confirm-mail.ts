import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import { issueOneTimeToken } from '../codes/one-time-token.ts'
import type { OneTimeTokenKind } from '../codes/one-time-token-store.ts'
import type { CodeChallenge } from '../fields.ts'
import { insertPkceFlow } from '../sessions/flow-state-store.ts'
import { type UserRow, updateUser } from '../users/user-store.ts'
import { queueCodeAndLinkMail } from './mail.ts'
import type { AuthMailKind } from './queued-mail.ts'

/**
 * For each purpose of a mail with a code and a link: the token kind, the mail template, the user's column for the time of sending, and the
 * method stored in the PKCE flow.
 */
const purposes = {
  signup: { token: 'confirmation', mail: 'auth_confirm', sentAt: 'confirmation_sent_at', method: 'email/signup' },
  invite: { token: 'confirmation', mail: 'auth_invite', sentAt: 'confirmation_sent_at', method: 'invite' },
  recovery: { token: 'recovery', mail: 'auth_recovery', sentAt: 'recovery_sent_at', method: 'recovery' },
  magiclink: { token: 'recovery', mail: 'auth_magic_link', sentAt: 'recovery_sent_at', method: 'magiclink' },
} as const satisfies Record<string, { token: OneTimeTokenKind; mail: AuthMailKind; sentAt: string; method: string }>

/** Purpose of a mail with a code and a link: sign-up, invitation, password recovery or magic link. */
export type ConfirmationMailPurpose = keyof typeof purposes

/** A mail to send: the recipient, its purpose, and the final redirect target of the link. */
export type ConfirmationMailRequest = {
  user: UserRow
  email: string
  purpose: ConfirmationMailPurpose
  challenge: CodeChallenge
  redirectTo: string
}

/**
 * Creates a token for a user and inserts the mail with its code and link into the outbox, both in the given transaction. With a PKCE code
 * challenge the link redirects with an auth code that only the requesting client can exchange for a session.
 */
export async function queueConfirmationMail(
  tx: Tx,
  auth: AuthDependencies,
  request: ConfirmationMailRequest,
): Promise<UserRow> {
  const { user, email, purpose, challenge, redirectTo } = request
  const { token: kind, mail, sentAt, method } = purposes[purpose]
  const flowStateId = await insertPkceFlow(tx, challenge, { userId: user.id, method, redirectTo })
  const token = await issueOneTimeToken(tx, auth, { userId: user.id, kind, relatesTo: email, flowStateId })
  await queueCodeAndLinkMail(tx, auth, { kind: mail, to: email, token, type: purpose, redirectTo })
  return await updateUser(tx, user.id, { [sentAt]: auth.now() })
}
