import type { ContactMessage } from '@site/contract/contact'
import * as v from 'valibot'
import type { MailOrder } from './mails/compose.ts'
import type { FunctionServices, MailNotTaken } from './services.ts'

// How the outbox is reached: by database functions only, so that the same calls work from Node and through rpc.

type Services = Pick<FunctionServices, 'callDatabase'>

/** How long a claimed mail is ours; longer than any attempt may take, or another worker would send it as well. */
const LEASE_SECONDS = 90

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[\w-]+$/))

const orderSchema = v.object({ id, kind: v.string(), recipient: v.nullable(v.string()), data: v.unknown() })

/** A claim answers rows; one that finds nothing answers none, null, or a row of nulls, depending on how it was called. */
const claimSchema = v.pipe(
  v.unknown(),
  v.transform((answer): unknown[] => (Array.isArray(answer) ? answer : [answer])),
  v.transform((rows) => rows.filter((row) => v.is(v.object({ id }), row))),
  v.array(orderSchema),
)

/** Claims the mail that waits longest among those that are due, or null when none is. */
export async function claimNextMail(services: Services): Promise<MailOrder | null> {
  const answer = await services.callDatabase('claim_mail', { limit_to: 1, lease_seconds: LEASE_SECONDS })
  return v.parse(claimSchema, answer)[0] ?? null
}

/** Claims one mail of the outbox, or null when it was sent already or somebody else is sending it. */
export async function claimMail(services: Services, mailId: string): Promise<MailOrder | null> {
  const answer = await services.callDatabase('claim_mail_by_id', { mail_id: mailId, lease_seconds: LEASE_SECONDS })
  return v.parse(claimSchema, answer)[0] ?? null
}

/** Notes that a mail was taken, so that nobody sends it again. */
export async function markSent(services: Services, mailId: string): Promise<void> {
  await services.callDatabase('mark_mail_sent', { mail_id: mailId })
}

/** Notes why a mail was not taken. It is tried again later, unless the reason is for good. */
export async function markFailed(services: Services, mailId: string, reason: MailNotTaken): Promise<void> {
  await services.callDatabase('mark_mail_failed', { mail_id: mailId, error: reason.message, final: reason.permanent })
}

const welcomeSchema = v.object({ mail_id: v.nullable(id), is_held: v.boolean() })

/** The welcome that still waits for an address, if there is one, and whether welcomes are held back for everybody. */
export type WaitingWelcome = { mailId: string | null; isHeld: boolean }

/**
 * Finds the welcome that waits for an address. Which welcome it is follows from the stored sign-up. Rejects with `DatabaseRefusal`
 * PT429 when the caller's source asked too often.
 */
export async function findWelcome(
  services: Pick<FunctionServices, 'callDatabase' | 'caller'>,
  email: string,
): Promise<WaitingWelcome> {
  const answer = await services.callDatabase('request_welcome_mail', { email, source: countedSource(services) })
  const { mail_id, is_held } = v.parse(welcomeSchema, answer)
  return { mailId: mail_id, isHeld: is_held }
}

/** Keeps a message and puts its mail into the outbox, both or neither; answers the mail's id. */
export async function storeContactMessage(
  services: Pick<FunctionServices, 'callDatabase' | 'caller'>,
  message: ContactMessage,
): Promise<string> {
  const answer = await services.callDatabase('store_contact_message', { ...message, source: countedSource(services) })
  return v.parse(id, answer)
}

/** What a limit counts a call under: '' is not counted, because the operators' key is exempt. */
function countedSource({ caller }: Pick<FunctionServices, 'caller'>): string {
  return caller.role === 'service_role' ? '' : caller.source || 'unknown'
}
