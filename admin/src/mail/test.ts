import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseAddressArgument } from '../privacy/export.ts'
import { awaitQueryResult } from '../site.ts'
import { fetchMailPreview } from './request-preview.ts'

export const testMailCommand = defineCommand({
  kind: 'writes',
  summary: 'send a mail of a kind, with sample data, to yourself; its code and links do not work',
  args: ['kind'],
  options: { to: { type: 'string', value: 'ADDRESS', help: 'your address (required)' } },
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
    return {
      data: { id: mail?.id ?? null, kind: args.kind },
      text: `A test mail to ${recipient} is in the outbox. See: mail list`,
    }
  },
})
