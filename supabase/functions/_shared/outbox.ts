import type { ContactMessage } from '@site/contract/contact'
import * as v from 'valibot'
import type { OutboxMail } from './mails/compose.ts'
import { claimRow } from './outbox-rows.ts'
import type { EdgeFunctionServices, MailDeliveryError } from './services.ts'

type Services = Pick<EdgeFunctionServices, 'callDatabase'>

/** Lease of a claimed mail, in seconds. It must be longer than a delivery attempt, otherwise another worker would send the mail too. */
const LEASE_SECONDS = 90

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[\w-]+$/))

const outboxMailSchema = v.object({ id, kind: v.string(), recipient: v.nullable(v.string()), data: v.unknown() })

/**
 * Claims and returns the next due mail of the outbox: mail about accounts first, then mail to the team, then all other mail. Returns null
 * when no mail is due, or when the rate limit or a pause holds back the due mails.
 */
export async function claimNextMail(services: Services): Promise<OutboxMail | null> {
  return claimRow(services, 'claim_mail', { limit_to: 1, lease_seconds: LEASE_SECONDS }, outboxMailSchema)
}

/**
 * Claims and returns the mail with the given id. Returns null when the mail cannot be claimed: it was already sent, another worker has
 * claimed it, it waits for its retry, or the rate limit or a pause holds it back.
 */
export async function claimMailById(services: Services, mailId: string): Promise<OutboxMail | null> {
  return claimRow(services, 'claim_mail_by_id', { mail_id: mailId, lease_seconds: LEASE_SECONDS }, outboxMailSchema)
}

/**
 * Marks a mail as sent, so that no worker sends it again. Returns whether this ended an outage of the mail server.
 */
export async function markMailSent(services: Services, mailId: string): Promise<boolean> {
  return (await services.callDatabase('mark_mail_sent', { mail_id: mailId })) === true
}

const failureSchema = v.fallback(v.picklist(['retried', 'pauses', 'paused']), 'retried')

/**
 * Stores why a mail could not be sent. The mail is retried later, unless the failure is final. Returns `pauses` when this failure paused the
 * queue, because the mail server refused several mails in a row, and `paused` when an earlier one did.
 */
export async function markMailFailed(
  services: Services,
  mailId: string,
  { message, fault }: MailDeliveryError,
): Promise<v.InferOutput<typeof failureSchema>> {
  return v.parse(
    failureSchema,
    await services.callDatabase('mark_mail_failed', { mail_id: mailId, error: message, fault }),
  )
}

const welcomeSchema = v.object({
  mail_id: v.nullable(id),
  is_held: v.boolean(),
  may_confirm: v.optional(v.boolean(), false),
})

/**
 * The result of looking up a welcome mail: the id of the unsent welcome or confirmation mail for an e-mail address, or null, whether all
 * such mails are held back at the moment (mail is paused, or the global rate limit is reached), and whether `requestConfirmationMail` may
 * queue another confirmation mail, because sign-ups must be confirmed.
 */
export type PendingWelcomeMail = { mailId: string | null; isHeld: boolean; mayConfirm?: boolean }

/**
 * Looks up the unsent welcome mail for an e-mail address; its kind (free, paid) depends on the stored sign-up. Rejects with
 * `DatabaseFunctionError` PT429 when the client's IP network exceeds the rate limit.
 */
export async function findPendingWelcomeMail(
  services: Pick<EdgeFunctionServices, 'callDatabase' | 'caller'>,
  email: string,
): Promise<PendingWelcomeMail> {
  const answer = await services.callDatabase('request_welcome_mail', { email, source: rateLimitSource(services) })
  const { mail_id, is_held, may_confirm } = v.parse(welcomeSchema, answer)
  return { mailId: mail_id, isHeld: is_held, ...(may_confirm ? { mayConfirm: true } : {}) }
}

/**
 * Queues another confirmation mail for an unconfirmed sign-up and returns its id. Returns null when the address has no unconfirmed sign-up,
 * when a confirmation mail to it is unsent or younger than 15 minutes, or when it already has three.
 */
export async function requestConfirmationMail(services: Services, email: string): Promise<string | null> {
  return v.parse(v.nullable(id), await services.callDatabase('request_confirmation_mail', { email }))
}

/**
 * Stores a contact message, and the mail about it in the outbox, in one transaction. Returns the id of the mail, or null when a digest will
 * report the message, because the team has got many mails in the last minutes.
 */
export async function storeContactMessage(
  services: Pick<EdgeFunctionServices, 'callDatabase' | 'caller'>,
  message: ContactMessage,
): Promise<string | null> {
  const answer = await services.callDatabase('store_contact_message', { ...message, source: rateLimitSource(services) })
  return v.parse(v.nullable(id), answer)
}

/**
 * Returns the client's IP network, by which the database limits the rate of calls, or '' for calls with the secret key, which have no rate
 * limit.
 */
function rateLimitSource({ caller }: Pick<EdgeFunctionServices, 'caller'>): string {
  return caller.role === 'service_role' ? '' : caller.source || 'unknown'
}
