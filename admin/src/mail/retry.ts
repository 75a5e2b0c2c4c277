import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { findById } from '../find-by-id.ts'
import { OUTBOX_MAIL_COLUMNS, outboxMailRowSchema } from '../rows.ts'
import { callRpc, type SiteClient } from '../site.ts'
import { pluralise } from '../view/text.ts'
import { formatMailTrouble, readMailState } from './read-state.ts'

export const retryMailCommand = defineCommand({
  kind: 'writes',
  summary: 'retry an email now, including one that was given up',
  args: ['id?'],
  options: {
    'given-up': { type: 'boolean', help: 'all that were given up' },
    preview: { type: 'boolean', help: 'with --given-up: only show how many' },
  },
  page: { runsAtOnce: ({ args }) => args['id'] !== undefined },
  assistant: { shows: ['retried'] },
  examples: ['mail retry 3f2a9c10', 'mail retry --given-up --preview', 'mail retry --given-up'],
  async findAddressee({ args }, tools) {
    const site = await tools.site()
    if (args.id === undefined) return pluralise((await readMailState(site)).counts.given_up, 'email')
    return (await findMail(site, args.id)).recipient ?? 'the team'
  },
  async run({ args, options }, tools) {
    if ((args.id === undefined) !== options['given-up']) {
      throw new CommandFailure('usage', 'Name one email by its id, or all that were given up with --given-up.')
    }
    if (options.preview && args.id !== undefined) throw new CommandFailure('usage', '--preview goes with --given-up.')
    const site = await tools.site()
    if (options.preview) {
      const would_send = (await readMailState(site)).counts.given_up
      return { data: { would_send }, text: `${pluralise(would_send, 'email')} would be sent again. Nothing was done.` }
    }
    if (args.id === undefined) {
      const retried = await callRpc(site, v.number(), 'retry_given_up_mail')
      return {
        data: { retried },
        text: `${pluralise(retried, 'email')} will be sent again ${await describeRetryTime(site)}.`,
      }
    }
    const mail = await findMail(site, args.id)
    const isRetried = await callRpc(site, v.boolean(), 'retry_mail', { mail_id: mail.id })
    if (!isRetried) throw new CommandFailure('refused', 'This email has already been sent.')
    return { data: { retried: 1 }, text: `The email will be sent again ${await describeRetryTime(site)}.` }
  },
})

function findMail(site: SiteClient, id: string) {
  const mails = { table: 'mail_outbox', columns: OUTBOX_MAIL_COLUMNS, schema: outboxMailRowSchema, noun: 'mail' }
  return findById(site, id, mails)
}

/** Returns the words of the result that tell when retried mails are sent: "now", or "later" with the reason that holds mail back. */
async function describeRetryTime(site: SiteClient): Promise<string> {
  const { trouble } = await readMailState(site)
  const isHeldBack = trouble?.kind === 'held' || trouble?.kind === 'paused' || trouble?.kind === 'limited'
  return isHeldBack ? `later, because mail is ${trouble.kind}: ${formatMailTrouble(trouble)}` : 'now'
}
