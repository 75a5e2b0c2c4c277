import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { invalid } from '../fields.ts'
import { spaced } from '../limits.ts'
import { takeFromBucket } from '../rate-limit.ts'

/** Brings texts to phones. */
export type SmsPort = {
  /** Rejects when it could not be handed over. */
  send(message: { to: string; text: string }): Promise<void>
  /** Removes what is still kept of texts to these numbers. */
  forget(phones: readonly string[]): Promise<void>
}

const HOUR = 3600

/** Refuses a channel there is no provider for. */
export function checkChannel(channel: string): void {
  if (channel === '' || channel === 'sms') return
  throw invalid("Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported with Twilio")
}

/** Spaces the messages to one number and caps all of them together; counted for any number, known or not. */
export async function spaceMessages(auth: Auth, kind: string, phone: string): Promise<void> {
  const { sms, rateLimits } = auth.config
  if (sms.maxFrequency > 0) {
    const key = auth.secrets.countingKey(`sms ${kind} ${phone}`)
    const wait = await takeFromBucket(auth.db.kysely, key, { limit: 1, seconds: sms.maxFrequency })
    if (wait > 0) throw authErrors.tooManyMessages(spaced(wait))
  }
  const all = { limit: rateLimits.smsSent, seconds: HOUR }
  const wait = await takeFromBucket(auth.db.kysely, auth.secrets.countingKey('messages'), all)
  if (wait > 0) throw authErrors.tooManyMessages({ headers: { 'retry-after': String(wait) } })
}

/** The words around a code. */
export function codeMessage(auth: Auth, code: string): string {
  return `Your ${auth.productName} code is ${code}`
}

/** What a transaction leaves to be sent once it is committed. */
export type PendingMessage = { to: string; text: string }

/** Sends what a committed transaction left. A provider's fault is the caller's to know: nobody waits for nothing. */
export async function sendMessage(auth: Auth, message: PendingMessage): Promise<void> {
  try {
    await auth.sms.send(message)
  } catch (cause) {
    throw authErrors.smsSendFailed({ cause })
  }
}
