import { expect } from 'vitest'
import type { Backend } from '../support/start-backend.ts'

/** A row of the outbox, as far as these tests look at it. */
export type OutboxRow = {
  id: string
  kind: string
  recipient: string | null
  attempts: number
  sent_at: string | null
  gave_up_at: string | null
  last_error: string | null
}

/** Every mail there is, oldest first. */
export async function outbox(backend: Backend): Promise<OutboxRow[]> {
  const { data, error } = await backend
    .secretClient()
    .from('mail_outbox')
    .select('id,kind,recipient,attempts,sent_at,gave_up_at,last_error')
    .order('created_at')
  expect(error).toBeNull()
  return data ?? []
}

/** Takes away whatever was ever to be mailed. */
export async function emptyOutbox(backend: Backend): Promise<void> {
  const { error } = await backend
    .secretClient()
    .from('mail_outbox')
    .delete()
    .gte('created_at', new Date(0).toISOString())
  expect(error).toBeNull()
}

/** Lets time pass for every mail that is not out: its turn has come, and nobody's claim on it stands any more. */
export async function makeDue(backend: Backend): Promise<void> {
  const { error } = await backend
    .secretClient()
    .from('mail_outbox')
    .update({ due_at: new Date(0).toISOString(), leased_until: null })
    .is('sent_at', null)
  expect(error).toBeNull()
}

/** Has what is due delivered now, as a schedule would. Answers what was done. */
export async function deliverNow(backend: Backend): Promise<Record<string, unknown>> {
  const { data, error } = await backend.secretClient().functions.invoke('deliver-mail', { body: {} })
  expect(error).toBeNull()
  return data
}
