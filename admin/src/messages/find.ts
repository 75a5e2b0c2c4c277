import * as v from 'valibot'
import { parseIdPrefix, requireSingleMatch } from '../options.ts'
import { contactAnswerRowSchema, contactMessageRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'

/** Finds the contact message whose id begins with the given prefix. Throws a CommandFailure when no message or more than one matches. */
export async function findMessage(site: SiteClient, id: string) {
  const { from, to } = parseIdPrefix(id)
  const rows = await awaitQueryResult(
    site,
    v.array(contactMessageRowSchema),
    site.client.from('contact_messages').select('*').gte('id', from).lte('id', to).limit(2),
  )
  return requireSingleMatch(rows, id, 'message')
}

/** Returns the answers that were sent to a message, oldest first. */
export function findAnswers(site: SiteClient, messageId: string) {
  return awaitQueryResult(
    site,
    v.array(contactAnswerRowSchema),
    site.client.from('contact_answers').select('*').eq('message_id', messageId).order('created_at'),
  )
}
