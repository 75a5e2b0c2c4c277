import type { AuthMailEnqueuer } from '@site/backend/auth/messages/queued-mail'
import { sql } from 'kysely'

/**
 * Inserts a mail of the auth service into the mail outbox, in the transaction of the request that causes it. The link in the mail leads to
 * a page that requires a click, so that a mail scanner that opens the link does not consume the token. The token is in the URL fragment,
 * which browsers do not send to servers, so it appears in no server log.
 */
export const queueAuthMail: AuthMailEnqueuer = async (tx, { kind, recipient, data, link, until }) => {
  const content = link === undefined ? data : { ...data, path: `/#confirm?${link}` }
  await sql`
    insert into public.mail_outbox (kind, recipient, data, try_until)
    values (${kind}, ${recipient}, ${JSON.stringify(content)}::text::jsonb, ${until})`.execute(tx)
}
