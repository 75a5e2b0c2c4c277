import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Auth } from '../auth.ts'
import type { IssuedToken } from '../codes/one-time-token.ts'
import { type Rate, takeFromBucket } from '../rate-limit.ts'

/** The kinds of mail that the auth service sends; their templates are in supabase/functions/_shared/mails. */
export type AuthMail = 'auth_confirm' | 'auth_recovery' | 'auth_magic_link' | 'auth_email_change' | 'auth_invite'

/** The `type` parameter of a link in a mail, as the endpoint /verify accepts it. */
export type LinkType = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite'

/** Kinds of security notice, mails without a link that report a change to the account's owner. */
export type AuthNotice =
  | 'password_changed'
  | 'email_changed'
  | 'factor_enrolled'
  | 'factor_removed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'passkey_added'
  | 'passkey_removed'

const NOTICE_SECONDS = 3 * 24 * 3600

/** Rate limit for security notices of one kind to one address, so that repeated changes can't exhaust the global mail limit. */
const NOTICES: Rate = { limit: 5, seconds: 3600 }

/** A mail with a code and a link. */
export type TokenMail = {
  kind: AuthMail
  to: string
  token: IssuedToken
  type: LinkType
  redirectTo?: string | undefined
}

/**
 * Inserts a mail with a code and a link into the outbox, in the transaction that created the token. The link leads to a
 * page that requires a click, so that a mail scanner does not consume the token. The token is in the URL fragment, which browsers do not
 * send to servers, so it appears in no server log.
 */
export async function mailToken(tx: Transaction<Tables>, auth: Auth, mail: TokenMail): Promise<void> {
  const { code, tokenHash } = mail.token
  const fragment = new URLSearchParams({ token_hash: tokenHash, type: mail.type })
  if (mail.redirectTo !== undefined) fragment.set('redirect_to', mail.redirectTo)
  const { minutes, until } = expiryOf(auth)
  await putMail(tx, mail.kind, mail.to, { data: { code, minutes, path: `/#confirm?${fragment}` }, until })
}

/** Inserts a mail with only a code into the outbox. */
export async function mailCode(tx: Transaction<Tables>, auth: Auth, to: string, code: string): Promise<void> {
  const { minutes, until } = expiryOf(auth)
  await putMail(tx, 'auth_reauthentication', to, { data: { code, minutes }, until })
}

/** Inserts a security notice into the outbox, at most five of one kind per address and hour. */
export async function mailNotice(
  tx: Transaction<Tables>,
  auth: Auth,
  to: string | null,
  notice: AuthNotice,
): Promise<void> {
  if (!to) return
  if ((await takeFromBucket(tx, auth.secrets.countingKey(`notice ${notice} to ${to}`), NOTICES)) > 0) return
  const at = auth.now()
  const until = new Date(at.getTime() + NOTICE_SECONDS * 1000)
  await putMail(tx, 'auth_notice', to, { data: { notice, at: at.toISOString() }, until })
}

/** Returns the lifetime of a mailed code in minutes, and the time at which the outbox discards the undelivered mail. */
function expiryOf(auth: Auth): { minutes: number; until: Date } {
  const { otpExpiry } = auth.config.email
  return { minutes: Math.max(1, Math.floor(otpExpiry / 60)), until: new Date(auth.now().getTime() + otpExpiry * 1000) }
}

type Content = { data: object; until: Date }

async function putMail(
  tx: Transaction<Tables>,
  kind: string,
  recipient: string,
  { data, until }: Content,
): Promise<void> {
  await tx
    .insertInto('mail_outbox')
    .values({ kind, recipient, data: JSON.stringify(data), dedupe_key: null, try_until: until })
    .execute()
}
