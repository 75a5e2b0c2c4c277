import { setTimeout as pause } from 'node:timers/promises'
import { maskAddress } from './mail.ts'
import { composeMail, type MailOrder } from './mails/compose.ts'
import { claimNextMail, markFailed, markSent } from './outbox.ts'
import { type FunctionServices, MailNotTaken } from './services.ts'

/*
 *   waiting --claim--> ours for a while --send--> taken --mark--> sent
 *      ^                     |                      |
 *      +---- later, longer --+ not taken            + the process dies here: the claim runs out, the mail goes
 *                            |                        out once more, with the same Message-ID
 *                            + refused for good, or for days: waits for the operator
 */

/** How a delivery went: taken, to be tried again, or given up. */
export type Outcome = 'sent' | 'delayed' | 'refused'

/** Shorter than the claim (outbox.ts), with time to spare for noting the outcome. */
const SEND_DEADLINE_MS = 30_000

const LANES = 3

/** Sends one claimed mail and notes the outcome in its row. Rejects only when the outcome could not be noted. */
export async function deliver(order: MailOrder, services: FunctionServices): Promise<Outcome> {
  try {
    const mail = composeAs(order, services)
    await services.mailer.send(mail, AbortSignal.timeout(SEND_DEADLINE_MS))
    await noteSent(order.id, services)
    services.log('mail_sent', { mail: order.id, kind: order.kind, to: maskAddress(mail.to) })
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailNotTaken)) throw error
    await markFailed(services, order.id, error)
    services.log('mail_not_taken', { mail: order.id, kind: order.kind, reason: error.message, final: error.permanent })
    return error.permanent ? 'refused' : 'delayed'
  }
}

/** What a drain did. */
export type Drained = { sent: number; delayed: number; refused: number }

/** Sends what is due, a few mails at a time, until nothing is left or the signal says that it is enough. */
export async function drainOutbox(services: FunctionServices, enough: AbortSignal): Promise<Drained> {
  const drained: Drained = { sent: 0, delayed: 0, refused: 0 }
  async function work(): Promise<void> {
    while (!enough.aborted) {
      const order = await claimNextMail(services)
      if (order === null) return
      drained[await deliver(order, services)] += 1
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, work))
  const failed = lanes.find((lane) => lane.status === 'rejected')
  if (failed) throw failed.reason
  return drained
}

function composeAs(order: MailOrder, services: FunctionServices) {
  try {
    return composeMail(order, services, services.mailFrom)
  } catch (cause) {
    throw new MailNotTaken(`The row holds no mail that can be written (${order.kind}).`, true, { cause })
  }
}

/** The mail is out, so every effort goes into saying so: an unnoted mail is sent again. */
async function noteSent(id: string, services: FunctionServices): Promise<void> {
  for (const wait of [200, 1_000, 5_000, 10_000]) {
    try {
      return await markSent(services, id)
    } catch {
      await pause(wait)
    }
  }
  await markSent(services, id)
}
