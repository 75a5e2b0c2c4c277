import { defineCommand, REASON_OPTION } from '../command.ts'
import { readMailState } from '../mail/read-state.ts'
import { settingRowSchema, webhookCountsSchema } from '../rows.ts'
import { callRpc } from '../site.ts'
import { isSendingHeld } from '../site-settings/read.ts'
import { pluralise } from '../view/text.ts'

export const resumeSendingCommand = defineCommand({
  kind: 'writes',
  summary: 'after a restore: send the emails and webhook events held since then',
  options: { preview: { type: 'boolean', help: 'only show how many' }, reason: REASON_OPTION },
  assistant: { shows: ['held', 'mails', 'events'] },
  examples: ['resume --preview', 'resume'],
  async run({ options }, tools) {
    const site = await tools.site()
    const held = await isSendingHeld(site)
    const mails = (await readMailState(site)).counts.waiting
    const events = (await callRpc(site, webhookCountsSchema, 'count_webhooks')).reduce(
      (sum, { waiting }) => sum + waiting,
      0,
    )
    const what = `${pluralise(mails, 'email')} and ${pluralise(events, 'webhook event')}`
    const data = { held, mails, events, would_send: mails + events }
    if (!held) return { data, text: 'Nothing is held.' }
    if (options.preview) return { data, text: `${what} would be sent. Nothing was done.` }
    const reason = options.reason?.trim() || 'resumed after a restore'
    await callRpc(site, settingRowSchema, 'set_setting', { key: 'sending_held', value: 'false', reason })
    return { data: { ...data, held: false }, text: `Sending is on again: ${what} are being sent.` }
  },
})
