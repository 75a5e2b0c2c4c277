import type { ContactMessage } from '@site/contract/contact'
import { CONTACT_ERRORS } from '@site/contract/errors'
import type { sendContactMessage } from '../../backend/contact.ts'
import { type ContactFaults, checkContact } from './form.ts'

/** How a press of the button ends. */
export type ContactOutcome =
  | { kind: 'invalid'; faults: ContactFaults }
  | { kind: 'failed'; reason: string }
  | { kind: 'sent'; email: string }

/** Checks a message and sends it; a filled trap is a program's and goes nowhere. Never throws. */
export async function submitContact(
  typed: ContactMessage,
  trap: string,
  send: typeof sendContactMessage,
): Promise<ContactOutcome> {
  const checked = checkContact(typed)
  if ('faults' in checked) return { kind: 'invalid', faults: checked.faults }
  if (trap !== '') return { kind: 'failed', reason: CONTACT_ERRORS.unstored }
  const result = await send(checked.message)
  return result.sent ? { kind: 'sent', email: checked.message.email } : { kind: 'failed', reason: result.reason }
}
