import type { ContactMessage } from '@site/contract/contact'
import { CONTACT_ERRORS } from '@site/contract/errors'
import { loadClient } from './client.ts'

/** What supabase-js answers, before anything of it was looked at. */
export type Answer = { data: unknown; error: unknown }

/** What became of a message; `reason` is a sentence for the visitor. */
export type ContactResult = { sent: true } | { sent: false; reason: string }

/** Sends a message to the founders. Never throws; says why when it could not be sent. */
export async function sendContactMessage(message: ContactMessage): Promise<ContactResult> {
  try {
    const client = await loadClient()
    const answer: Answer = await client.functions.invoke('send-contact-email', { body: message })
    return await resultOfAnswer(answer)
  } catch {
    return { sent: false, reason: CONTACT_ERRORS.unstored }
  }
}

/**
 * Reads a function's answer. A refusal's own sentence is shown; the library's ("Edge Function returned a non-2xx status
 * code") means nothing to a visitor and is replaced. Throws when no answer came at all.
 */
export async function resultOfAnswer({ data, error }: Answer): Promise<ContactResult> {
  if (error) {
    const answer = responseOf(error)
    if (!answer) throw new Error('The function did not answer.', { cause: error })
    const body: unknown = await answer.json().catch(() => null)
    return { sent: false, reason: sentenceOf(body) ?? CONTACT_ERRORS.unsent }
  }
  if (typeof data === 'object' && data !== null && 'success' in data && data.success === true) return { sent: true }
  return { sent: false, reason: sentenceOf(data) ?? CONTACT_ERRORS.failed }
}

/** supabase-js keeps the refusing response as the error's `context`; a network failure has none. */
function responseOf(error: unknown): Response | null {
  return error instanceof Error && 'context' in error && error.context instanceof Response ? error.context : null
}

function sentenceOf(body: unknown): string | null {
  const sentence = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof sentence === 'string' && sentence !== '' ? sentence : null
}
