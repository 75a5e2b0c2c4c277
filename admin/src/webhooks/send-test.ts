import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { WEBHOOK_EVENT_COLUMNS, type WebhookEventRow, webhookCountsSchema, webhookEventRowSchema } from '../rows.ts'
import { awaitQueryResult, callRpc, type SiteClient } from '../site.ts'
import { isSendingHeld } from '../site-settings/read.ts'
import { requireTarget } from './list.ts'

const WAIT_MS = 30_000
const POLL_MS = 300

export const testWebhookCommand = defineCommand({
  kind: 'writes',
  summary: 'send a test event to a webhook target and show how the receiver responds',
  args: ['target'],
  assistant: { shows: ['delivered', 'reason'] },
  examples: ['webhooks test crm'],
  async run({ args: { target } }, tools) {
    const site = await tools.site()
    await callRpc(site, webhookCountsSchema, 'count_webhooks') // throws a precise error when the site is unreachable or the key is wrong
    // `deliver-webhooks` also stores the configured targets in the database. On Supabase, there is no start of a server that stores them.
    await deliverNow(site)
    const targets = await callRpc(site, webhookCountsSchema, 'count_webhooks')
    requireTarget(
      targets.filter(({ is_configured }) => is_configured),
      target,
    )
    if (await isSendingHeld(site))
      throw new CommandFailure('refused', 'Nothing is sent since a restore.', { hint: 'To send everything: resume' })
    const id = await callRpc(site, v.string(), 'queue_webhook_test', { target_name: target })
    await deliverNow(site)
    const { delivered_at, last_error } = await awaitAttempt(site, id)
    if (delivered_at !== null) return { data: { delivered: true, reason: null }, text: `${target} accepted the event.` }
    const reason = last_error ?? 'No attempt was made in time.'
    return {
      data: { delivered: false, reason },
      text: `${target} did not accept the event, which is retried: ${reason}`,
      exitCode: 1,
    }
  },
})

/** Delivers the due events now, without waiting for the next run of the worker or of the schedule. */
async function deliverNow(site: SiteClient): Promise<void> {
  const answer: { error: unknown } = await site.client.functions.invoke('deliver-webhooks', { body: {} })
  if (answer.error) {
    throw new CommandFailure('refused', 'The function deliver-webhooks did not run.', {
      hint: 'On Supabase, deploy it as docs/webhooks.md describes.',
      cause: answer.error,
    })
  }
}

/** Waits until an attempt to send the event has ended, and returns the event. */
async function awaitAttempt(site: SiteClient, id: string): Promise<WebhookEventRow> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const query = site.client.from('webhook_outbox').select(WEBHOOK_EVENT_COLUMNS).eq('id', id)
    const [event] = await awaitQueryResult(site, v.array(webhookEventRowSchema), query)
    if (event === undefined) throw new CommandFailure('not_found', 'The test event was deleted before it was sent.')
    if (event.delivered_at !== null || event.last_error !== null || Date.now() > deadline) return event
    await pause(POLL_MS)
  }
}
