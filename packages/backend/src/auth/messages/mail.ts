import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import type { IssuedOneTimeToken } from '../codes/one-time-token.ts'
import { consumeRateLimits, type RateLimit } from '../rate-limit.ts'
import type { AuthMailKind } from './queued-mail.ts'

/** The `type` parameter of a link in a mail, as the endpoint /verify accepts it. */
export type MailLinkType = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite'

/** Kinds of security notice, mails without a link that report a change to the account's owner. */
export type SecurityNoticeKind =
  | 'password_changed'
  | 'email_changed'
  | 'factor_enrolled'
  | 'factor_removed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'passkey_added'
  | 'passkey_removed'

const NOTICE_SECONDS = 3 * 24 * 3600

/** Rate limit per e-mail address and kind of security notice, so that repeated changes cannot flood a mailbox. */
const NOTICES: RateLimit = { limit: 5, seconds: 3600 }

/** A mail with a code and a link. */
export type CodeAndLinkMail = {
  kind: AuthMailKind
  to: string
  token: IssuedOneTimeToken
  type: MailLinkType
  redirectTo: string
}

/** Queues a mail with a code and a link, in the transaction that created the token. */
export async function queueCodeAndLinkMail(tx: Tx, auth: AuthDependencies, mail: CodeAndLinkMail): Promise<void> {
  const { code, tokenHash } = mail.token
  const link = new URLSearchParams({ token_hash: tokenHash, type: mail.type })
  if (mail.redirectTo !== auth.siteUrl) link.set('redirect_to', mail.redirectTo)
  const { minutes, until } = expiryOf(auth)
  await auth.queueMail(tx, { kind: mail.kind, recipient: mail.to, data: { code, minutes }, link, until })
}

/** Queues a mail that contains a code to type but no link. */
export async function queueCodeMail(tx: Tx, auth: AuthDependencies, to: string, code: string): Promise<void> {
  const { minutes, until } = expiryOf(auth)
  await auth.queueMail(tx, { kind: 'auth_reauthentication', recipient: to, data: { code, minutes }, until })
}

/** Queues a security notice, at most five of one kind per address and hour. */
export async function queueSecurityNotice(
  tx: Tx,
  auth: AuthDependencies,
  to: string | null,
  notice: SecurityNoticeKind,
): Promise<void> {
  if (!to) return
  const bucket = { key: auth.secrets.countingKey(`notice ${notice} to ${to}`), rate: NOTICES }
  if ((await consumeRateLimits(tx, [bucket])) !== null) return
  const at = auth.now()
  const until = new Date(at.getTime() + NOTICE_SECONDS * 1000)
  await auth.queueMail(tx, { kind: 'auth_notice', recipient: to, data: { notice, at: at.toISOString() }, until })
}

/** Returns the lifetime of a mailed code in minutes, and the time after which the mail must not be sent. */
function expiryOf(auth: AuthDependencies): { minutes: number; until: Date } {
  const { otpExpiry } = auth.config.email
  return { minutes: Math.max(1, Math.floor(otpExpiry / 60)), until: new Date(auth.now().getTime() + otpExpiry * 1000) }
}
