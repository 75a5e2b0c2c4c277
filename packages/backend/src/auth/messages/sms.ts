import type { Tx } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import { issueOneTimeToken } from '../codes/one-time-token.ts'
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

/** Creates a one-time token for a phone number, and returns the text message with its code. */
export async function createSmsCode(
  tx: Tx,
  auth: AuthDependencies,
  token: Parameters<typeof issueOneTimeToken>[2],
): Promise<PendingSms> {
  const { code } = await issueOneTimeToken(tx, auth, token)
  return { to: token.relatesTo, text: formatSmsCodeText(auth, code) }
}

/**
 * Sends a text message, if there is one, after the commit of its transaction. Throws 422 when the SMS provider fails, so that the user does
 * not wait in vain.
 */
export async function sendSms(auth: AuthDependencies, message: PendingSms | null): Promise<void> {
  if (message === null) return
  try {
    await auth.sms.send(message)
  } catch (cause) {
    throw authErrors.smsSendFailed({ cause })
  }
}
