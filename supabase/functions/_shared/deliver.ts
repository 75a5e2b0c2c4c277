import { setTimeout as pause } from 'node:timers/promises'
import { maskAddress } from './mail.ts'
import { composeMail, type OutboxMail } from './mails/compose.ts'
import { claimNextMail, markMailFailed, markMailSent } from './outbox.ts'
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
    const isServerBack = await markSentWithRetries(row.id, services)
    if (isServerBack) services.log('mail_server_accepts', { mail: row.id })
    services.log('mail_sent', { mail: row.id, kind: row.kind, to: maskAddress(mail.to) })
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailDeliveryError)) throw error
    const reason = error.message
    const state = await markMailFailed(services, row.id, error)
    // While the queue is paused, a line for each attempt would repeat the reason of the first five: thousands of mails may be on the way.
    if (state !== 'paused')
      services.log('mail_not_taken', { mail: row.id, kind: row.kind, reason, final: error.isFinal })
    if (state === 'pauses') services.log('mail_server_refuses', { reason })
    return error.isFinal ? 'refused' : 'delayed'
  }
}

/** How many mails of the outbox one run processed, by the outcome of their delivery. */
export type OutboxDrainResult = { sent: number; delayed: number; refused: number }

/** Sends the due mails, a few concurrently, until none is left or `stop` aborts. Rejects when the database cannot be reached. */
export async function drainOutbox(services: EdgeFunctionServices, stop: AbortSignal): Promise<OutboxDrainResult> {
  const drained: OutboxDrainResult = { sent: 0, delayed: 0, refused: 0 }
  async function sendNext(): Promise<void> {
    while (!stop.aborted) {
      const row = await claimNextMail(services)
      if (row === null) return
      drained[await deliverClaimedMail(row, services)] += 1
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: CONCURRENCY }, sendNext))
  const failed = workers.find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
  return drained
}

function composeOrReject(row: OutboxMail, services: EdgeFunctionServices) {
  try {
    return composeMail(row, services, services.mailFrom)
  } catch (cause) {
    throw new MailDeliveryError(`No mail can be composed from the outbox row (kind ${row.kind}).`, 'mail', { cause })
  }
}

/** Retries marking a mail as sent for up to 16 seconds, because a mail that is not marked is sent again. */
async function markSentWithRetries(id: string, services: EdgeFunctionServices): Promise<boolean> {
  for (const wait of [200, 1_000, 5_000, 10_000]) {
    try {
      return await markMailSent(services, id)
    } catch {
      await pause(wait)
    }
  }
  return markMailSent(services, id)
}
