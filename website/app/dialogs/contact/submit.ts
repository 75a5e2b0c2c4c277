import type { ContactMessage } from '@site/contract/contact'
import { CONTACT_ERRORS } from '@site/contract/errors'
import type { sendContactMessage } from '../../backend/contact.ts'
import { type ContactFieldErrors, validateContactFields } from './form.ts'

/** Result of submitting the contact form. */
export type ContactSubmissionOutcome =
  | { kind: 'invalid'; faults: ContactFieldErrors }
  | { kind: 'failed'; reason: string }
  | { kind: 'sent'; email: string }

/** Validates a contact message and sends it, unless the honeypot field is filled in, which only bots do. Never throws. */
export async function submitContact(
  typed: ContactMessage,
  trap: string,
  send: typeof sendContactMessage,
): Promise<ContactSubmissionOutcome> {
  const checked = validateContactFields(typed)
  if ('faults' in checked) return { kind: 'invalid', faults: checked.faults }
  if (trap !== '') return { kind: 'failed', reason: CONTACT_ERRORS.unstored }
  const result = await send(checked.message)
  return result.sent ? { kind: 'sent', email: checked.message.email } : { kind: 'failed', reason: result.reason }
}
