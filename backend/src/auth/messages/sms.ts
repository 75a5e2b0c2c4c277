import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { invalid } from '../fields.ts'

/** Sends text messages. */
export type SmsPort = {
  /** Rejects when the message could not be handed to the provider. */
  send(message: { to: string; text: string }): Promise<void>
  /** Deletes stored messages to these numbers. */
  deleteMessagesTo(phones: readonly string[]): Promise<void>
}

/** Throws 400 for a channel without a provider. */
export function checkChannel(channel: string): void {
  if (channel === '' || channel === 'sms') return
  throw invalid("Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported with Twilio")
}

/** Returns the text of a message with a code. */
export function codeMessage(auth: Auth, code: string): string {
  return `Your ${auth.productName} code is ${code}`
}

/** A message to send after the transaction has committed. */
export type PendingMessage = { to: string; text: string }

/** Sends a message after the commit. Throws 422 when the provider fails, so that the user does not wait for a code. */
export async function sendMessage(auth: Auth, message: PendingMessage): Promise<void> {
  try {
    await auth.sms.send(message)
  } catch (cause) {
    throw authErrors.smsSendFailed({ cause })
  }
}
