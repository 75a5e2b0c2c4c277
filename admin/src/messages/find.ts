import * as v from 'valibot'
import { findById } from '../find-by-id.ts'
import { contactAnswerRowSchema, contactMessageRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'

/** Finds the contact message whose id begins with the given prefix. Throws a CommandFailure when no message or more than one matches. */
export function findMessage(site: SiteClient, id: string) {
  return findById(site, id, { table: 'contact_messages', schema: contactMessageRowSchema, noun: 'message' })
}

/** Returns the answers that were sent to a message, oldest first. */
export function findAnswers(site: SiteClient, messageId: string) {
  return awaitQueryResult(
    site,
    v.array(contactAnswerRowSchema),
    site.client.from('contact_answers').select('*').eq('message_id', messageId).order('created_at'),
  )
}
