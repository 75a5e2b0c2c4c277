import type { AuthDependencies } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { createValidationError } from '../fields.ts'

/** Throws 400 for a message channel that is not supported, such as `whatsapp`. */
export function requireSmsChannel(channel: string): void {
  if (channel === '' || channel === 'sms') return
  throw createValidationError(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported with Twilio",
  )
}

/** Returns the text of a text message with a code. */
export function formatSmsCodeText(auth: AuthDependencies, code: string): string {
  return `Your ${auth.productName} code is ${code}`
}

/** A text message that is sent only after the transaction that created its code has committed. */
export type PendingSms = { to: string; text: string }

/**
 * Sends a text message after the commit of its transaction. Throws 422 when the SMS provider fails, so that the user does not wait in vain.
 */
export async function sendSms(auth: AuthDependencies, message: PendingSms): Promise<void> {
  try {
    await auth.sms.send(message)
  } catch (cause) {
    throw authErrors.smsSendFailed({ cause })
  }
}
