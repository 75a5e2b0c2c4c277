import { deliver } from './deliver.ts'
import { claimMail } from './outbox.ts'
import type { FunctionServices } from './services.ts'

/**
 * Tries to deliver one mail of the outbox now. Answers within `patience` whether it is out, or being taken care of by
 * somebody else; an attempt that takes longer goes on after the answer. Never rejects: the outbox keeps what failed.
 */
export async function deliverSoon(mailId: string, services: FunctionServices, patience: number): Promise<boolean> {
  const attempt = tryNow(mailId, services)
  services.keepAlive(attempt)
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, patience, false)
  try {
    return await Promise.race([attempt, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** How long a delivery waits for the answer to be on its way. On our own server it would hold the answer up. */
const AFTER_ANSWER_MS = 100

/** Delivers one mail of the outbox shortly after the answer, which therefore does not depend on it. Never rejects. */
export function deliverAfterAnswer(mailId: string, services: FunctionServices): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, AFTER_ANSWER_MS)
  services.keepAlive(promise.then(() => tryNow(mailId, services)))
}

async function tryNow(mailId: string, services: FunctionServices): Promise<boolean> {
  try {
    const order = await claimMail(services, mailId)
    return order === null || (await deliver(order, services)) === 'sent'
  } catch (error) {
    services.log('mail_not_tried', { mail: mailId, reason: error instanceof Error ? error.name : 'unknown' })
    return false
  }
}
