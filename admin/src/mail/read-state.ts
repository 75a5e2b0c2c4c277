import type * as v from 'valibot'
import { outboxMailCountsSchema } from '../rows.ts'
import { callRpc, type SiteClient } from '../site.ts'
import { readSettingValues } from '../site-settings/read.ts'

/** Whether all mail is paused, and the statistics of the outbox. */
export type MailState = { paused: boolean; counts: v.InferOutput<typeof outboxMailCountsSchema> }

/** Reads whether mail is paused, and the statistics of the outbox. */
export async function readMailState(site: SiteClient): Promise<MailState> {
  const counts = await callRpc(site, outboxMailCountsSchema, 'count_mail')
  const { mail_paused } = await readSettingValues(site, ['mail_paused'])
  return { paused: mail_paused === 'true', counts }
}
