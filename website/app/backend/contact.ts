import type { ContactMessage } from '@site/contract/contact'
import { CONTACT_ERRORS } from '@site/contract/errors'
import { loadSupabaseClient } from './client.ts'

/** The result, not yet validated, of `functions.invoke` in supabase-js. */
export type FunctionInvokeResult = { data: unknown; error: unknown }

/** Result of sending a contact message; `reason` is an error message to show to the visitor. */
export type ContactSendResult = { sent: true } | { sent: false; reason: string }

/** Sends the contact form's message to the founders. Never throws; returns a reason when the message could not be sent. */
export async function sendContactMessage(message: ContactMessage): Promise<ContactSendResult> {
  try {
    const client = await loadSupabaseClient()
    const result: FunctionInvokeResult = await client.functions.invoke('send-contact-email', { body: message })
    return await parseContactResult(result)
  } catch {
    return { sent: false, reason: CONTACT_ERRORS.unstored }
  }
}

/**
 * Converts the result of calling the edge function of the contact form. `reason` is the error message in the response body, because
 * the message of supabase-js ("Edge Function returned a non-2xx status code") means nothing to a visitor. Throws when there was no
 * response.
 */
export async function parseContactResult({ data, error }: FunctionInvokeResult): Promise<ContactSendResult> {
  if (error) {
    const response = responseOf(error)
    if (!response) throw new Error('No response from function.', { cause: error })
    const body: unknown = await response.json().catch(() => null)
    return { sent: false, reason: messageOf(body) ?? CONTACT_ERRORS.unsent }
  }
  if (typeof data === 'object' && data !== null && 'success' in data && data.success === true) return { sent: true }
  return { sent: false, reason: messageOf(data) ?? CONTACT_ERRORS.failed }
}

/**
 * Returns the HTTP response of a failed function call, which supabase-js stores in the error's `context`. Returns null after a
 * network error.
 */
function responseOf(error: unknown): Response | null {
  return error instanceof Error && 'context' in error && error.context instanceof Response ? error.context : null
}

function messageOf(body: unknown): string | null {
  const message = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof message === 'string' && message !== '' ? message : null
}
