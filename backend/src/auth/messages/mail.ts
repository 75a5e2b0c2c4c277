import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Auth } from '../auth.ts'
import type { IssuedToken } from '../codes/one-time-token.ts'
import { type Rate, takeFromBucket } from '../rate-limit.ts'

/** The auth service's mails; each is a kind of supabase/functions/_shared/mails. */
export type AuthMail = 'auth_confirm' | 'auth_recovery' | 'auth_magic_link' | 'auth_email_change' | 'auth_invite'

/** What a link in a mail says it is for, as `/verify` takes it. */
export type LinkType = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite'

/** A notice to the account's owner: nothing to click, only something to know. */
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

/** Notices of one kind to one address. Whoever changes an account all day must not use up the hour's mails of all. */
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
 * Puts a mail with a code and a link into the outbox, in the transaction that made the token. The link leads to the site,
 * which asks for a click: a mail scanner that opens it uses nothing up, and what stands behind `#` reaches no log.
 */
export async function mailToken(tx: Transaction<Tables>, auth: Auth, mail: TokenMail): Promise<void> {
  const { code, tokenHash } = mail.token
  const fragment = new URLSearchParams({ token_hash: tokenHash, type: mail.type })
  if (mail.redirectTo !== undefined) fragment.set('redirect_to', mail.redirectTo)
  const { minutes, until } = expiryOf(auth)
  await putMail(tx, mail.kind, mail.to, { data: { code, minutes, path: `/#confirm?${fragment}` }, until })
}

/** Puts a mail with a code alone into the outbox. */
export async function mailCode(tx: Transaction<Tables>, auth: Auth, to: string, code: string): Promise<void> {
  const { minutes, until } = expiryOf(auth)
  await putMail(tx, 'auth_reauthentication', to, { data: { code, minutes }, until })
}

/** Tells the owner of an account what was just done with it; of many such changes within an hour only the first few. */
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

/** A code that is no good any more need not be delivered. */
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
