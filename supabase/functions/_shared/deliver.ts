import { maskAddress } from './mail.ts'
import { composeMail, type OutboxMail } from './mails/compose.ts'
import { claimNextMail, markMailFailed, markMailSent } from './outbox.ts'
import { deliverRows, markWithRetries } from './outbox-rows.ts'
import { type EdgeFunctionServices, MailDeliveryError } from './services.ts'

/*
 * The states of a mail in the outbox, and the steps of a delivery:
 *
 *   waiting --claim--> leased --send--> accepted by the mail server --mark--> sent
 *      ^                 |                  |
 *      +---- back-off ---+ failed           + when the process dies here, the lease expires and the mail is sent
 *                        |                    a second time, with the same Message-ID
 *                        + the address does not exist, or failed for days: not retried until the operator acts
 *
 * When several mails in a row fail because of the mail server, the database pauses the queue (14_mail_delivery.sql).
 */

/** Result of a delivery: accepted by the mail server, to be retried later, or given up. */
export type MailDeliveryOutcome = 'sent' | 'delayed' | 'refused'

/** Timeout of one delivery attempt. It is shorter than the lease of a claimed mail (outbox.ts), which leaves time to store the outcome. */
const SEND_DEADLINE_MS = 30_000

const CONCURRENCY = 3

/** Sends one claimed mail and stores the outcome in its outbox row. Rejects only when the outcome could not be stored. */
export async function deliverClaimedMail(
  row: OutboxMail,
  services: EdgeFunctionServices,
): Promise<MailDeliveryOutcome> {
  try {
    const mail = composeOrReject(row, services)
    await services.mailer.send(mail, AbortSignal.timeout(SEND_DEADLINE_MS))
    const isServerBack = await markWithRetries(() => markMailSent(services, row.id))
    if (isServerBack) services.log('mail_server_recovered', { mail: row.id })
    services.log('mail_sent', { mail: row.id, kind: row.kind, to: maskAddress(mail.to) })
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailDeliveryError)) throw error
    const reason = error.message
    const state = await markMailFailed(services, row.id, error)
    // While the queue is paused, a line for each attempt would repeat the reason of the first five: thousands of mails may be on the way.
    if (state !== 'paused')
      services.log('mail_delivery_failed', { mail: row.id, kind: row.kind, reason, final: error.isFinal })
    if (state === 'pauses') services.log('mail_server_failing', { reason })
    return error.isFinal ? 'refused' : 'delayed'
  }
}

/**
 * Sends the due mails, a few concurrently, until none is left or `stop` aborts. Returns the number of mails by outcome. Rejects when the
 * database cannot be reached.
 */
export async function drainOutbox(
  services: EdgeFunctionServices,
  stop: AbortSignal,
): Promise<Record<MailDeliveryOutcome, number>> {
  const claim = () => claimNextMail(services)
  const deliver = (row: OutboxMail) => deliverClaimedMail(row, services)
  return deliverRows({ claim, deliver, concurrency: CONCURRENCY }, { sent: 0, delayed: 0, refused: 0 }, stop)
}

function composeOrReject(row: OutboxMail, services: EdgeFunctionServices) {
  try {
    return composeMail(row, services, services.mailFrom)
  } catch (cause) {
    throw new MailDeliveryError(`No mail can be composed from the outbox row (kind ${row.kind}).`, 'mail', { cause })
  }
}
