import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { invalid } from '../fields.ts'

/** Brings texts to phones. */
export type SmsPort = {
  /** Rejects when it could not be handed over. */
  send(message: { to: string; text: string }): Promise<void>
  /** Removes what is still kept of texts to these numbers. */
  forget(phones: readonly string[]): Promise<void>
}

/** Refuses a channel there is no provider for. */
export function checkChannel(channel: string): void {
  if (channel === '' || channel === 'sms') return
  throw invalid("Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported with Twilio")
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
