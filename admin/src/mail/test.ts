import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseAddressArgument } from '../privacy/export.ts'
import { OUTBOX_MAIL_COLUMNS, outboxMailRowSchema } from '../rows.ts'
import { awaitQueryResult, type SiteClient } from '../site.ts'
import { formatMailTrouble, readMailState } from './read-state.ts'
import { fetchMailPreview } from './request-preview.ts'

const WAIT_MS = 30_000
const POLL_MS = 500

export const testMailCommand = defineCommand({
  kind: 'writes',
  summary:
    'send yourself one kind of email, with sample data, and show what the mail server says; its links do not work',
  args: ['kind'],
  options: { to: { type: 'string', value: 'ADDRESS', help: 'your address (required)' } },
  assistant: { shows: ['id', 'kind', 'sent', 'reason'] },
  examples: ['mail test welcome_free --to you@your.domain'],
  async run({ args, options }, tools) {
    if (options.to === undefined) throw new CommandFailure('usage', 'Please say where to: --to ADDRESS.')
    const recipient = parseAddressArgument(options.to)
    const site = await tools.site()
    const { data } = await fetchMailPreview(site, args.kind)
    const [mail] = await awaitQueryResult(
      site,
      v.array(v.object({ id: v.string() })),
      site.client.from('mail_outbox').insert({ kind: args.kind, recipient, data }).select('id'),
    )
    const id = mail?.id ?? ''
    const { isSent, reason } = await awaitFirstAttempt(site, id)
    return {
      data: { id, kind: args.kind, sent: isSent, reason },
      text: isSent
        ? `The test email to ${recipient} was accepted.`
        : `The test email to ${recipient} was not sent and waits in the outbox: ${reason}`,
      exitCode: isSent ? 0 : 1,
    }
  },
})

/** Has the mail sent now, and waits until it was sent or an attempt failed. Returns at once what holds all mail back. */
async function awaitFirstAttempt(site: SiteClient, id: string): Promise<{ isSent: boolean; reason: string | null }> {
  const deadline = Date.now() + WAIT_MS
  await site.client.functions.invoke<unknown>('deliver-mail', { body: { mail: id } })
  for (;;) {
    const query = site.client.from('mail_outbox').select(OUTBOX_MAIL_COLUMNS).eq('id', id)
    const [row] = await awaitQueryResult(site, v.array(outboxMailRowSchema), query)
    if (row === undefined) return { isSent: false, reason: 'it was deleted' }
    if (row.sent_at !== null) return { isSent: true, reason: null }
    if (row.last_error !== null) return { isSent: false, reason: row.last_error }
    const { trouble } = await readMailState(site)
    if (trouble !== null && row.attempts === 0) return { isSent: false, reason: formatMailTrouble(trouble) }
    if (Date.now() > deadline) return { isSent: false, reason: 'no attempt has ended yet; see: mail list' }
    await pause(POLL_MS)
  }
}
