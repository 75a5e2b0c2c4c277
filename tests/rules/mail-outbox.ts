import { expect } from 'vitest'
import type { SqlSession } from '../support/sql-session.ts'
import type { TestBackend } from '../support/start-backend.ts'

/** The columns of a `mail_outbox` row that the tests read. */
export type OutboxRow = {
  id: string
  kind: string
  recipient: string | null
  attempts: number
  sent_at: string | null
  gave_up_at: string | null
  last_error: string | null
}

/** Returns every mail in the table `mail_outbox`, oldest first. */
export async function readOutboxRows(backend: TestBackend): Promise<OutboxRow[]> {
  const { data, error } = await backend
    .secretClient()
    .from('mail_outbox')
    .select('id,kind,recipient,attempts,sent_at,gave_up_at,last_error')
    .order('created_at')
  expect(error).toBeNull()
  return data ?? []
}

/** Deletes every row of the table `mail_outbox`. */
export async function clearOutbox(backend: TestBackend): Promise<void> {
  const { error } = await backend
    .secretClient()
    .from('mail_outbox')
    .delete()
    .gte('created_at', new Date(0).toISOString())
  expect(error).toBeNull()
}

/** Makes every unsent mail due immediately, also while refusals have paused the queue. The lease of a mail that is being sent stays, because without it the mail would be sent twice. */
export async function makeUnsentMailsDue(backend: TestBackend): Promise<void> {
  const { error } = await backend
    .secretClient()
    .from('mail_outbox')
    .update({ due_at: new Date(0).toISOString() })
    .is('sent_at', null)
  expect(error).toBeNull()
  // A retry of any mail ends the pause, also of one that does not exist.
  await backend.secretClient().rpc('retry_mail', { mail_id: crypto.randomUUID() })
}

/** Runs one mail delivery, as the scheduler does, and returns the function's counts of mails. */
export async function deliverMails(backend: TestBackend): Promise<Record<string, unknown>> {
  const { data, error } = await backend.secretClient().functions.invoke('deliver-mail', { body: {} })
  expect(error).toBeNull()
  return data
}

/**
 * Ends the leases of all unsent mails, as the passage of time would. Call it only after the server was killed: a mail that is still
 * being sent would be sent twice.
 */
export async function expireMailLeases(backend: TestBackend): Promise<void> {
  const { error } = await backend.secretClient().from('mail_outbox').update({ leased_until: null }).is('sent_at', null)
  expect(error).toBeNull()
}

/** Claims due mails as a mail worker does, directly in the database. */
export async function claimMails(db: SqlSession, limit = 10): Promise<Record<string, unknown>[]> {
  return (await db.query('select * from claim_mail($1, 60)', [limit])).rows
}
