import { deliverClaimedMail } from './deliver.ts'
import { claimMailById } from './outbox.ts'
import type { EdgeFunctionServices } from './services.ts'

/**
 * Attempts to deliver one mail of the outbox now. Resolves with true when the mail was sent, or could not be claimed, for example because
 * another worker has claimed it; with false when the delivery failed or took longer than `timeoutMs`. A slow delivery continues after the
 * response. Never rejects: a failed mail stays in the outbox.
 */
export async function deliverOneMail(
  mailId: string,
  services: EdgeFunctionServices,
  timeoutMs: number,
): Promise<boolean> {
  const attempt = tryNow(mailId, services)
  services.keepAlive(attempt)
  const { promise: timedOut, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, timeoutMs, false)
  try {
    return await Promise.race([attempt, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Delay in milliseconds before a delivery starts. Without it, the delivery would compete with the response on the self-contained server and
 * delay it.
 */
const AFTER_RESPONSE_MS = 100

/**
 * Calls `findMail` shortly after the response was sent, and delivers the mail of the outbox whose id it resolves with; null delivers none.
 * So the response does not depend on the delivery. Never throws; a rejection of `findMail` is logged.
 */
export function deliverAfterResponse(findMail: () => Promise<string | null>, services: EdgeFunctionServices): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, AFTER_RESPONSE_MS)
  const deliver = async () => {
    const mailId = await findMail()
    if (mailId !== null) await tryNow(mailId, services)
  }
  services.keepAlive(
    promise.then(deliver).catch((error: unknown) => {
      services.log('mail_not_queued', { reason: error instanceof Error ? error.name : 'unknown' })
    }),
  )
}

async function tryNow(mailId: string, services: EdgeFunctionServices): Promise<boolean> {
  try {
    const row = await claimMailById(services, mailId)
    return row === null || (await deliverClaimedMail(row, services)) === 'sent'
  } catch (error) {
    services.log('mail_claim_failed', { mail: mailId, reason: error instanceof Error ? error.name : 'unknown' })
    return false
  }
}
