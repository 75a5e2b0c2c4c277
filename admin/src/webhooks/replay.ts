import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { findById } from '../find-by-id.ts'
import { parseTimeOption } from '../options.ts'
import { WEBHOOK_EVENT_COLUMNS, webhookCountsSchema, webhookEventRowSchema } from '../rows.ts'
import { callRpc, type SiteClient, toCommandFailure } from '../site.ts'
import { pluralise } from '../view/text.ts'
import { requireTarget } from './list.ts'

export const replayWebhooksCommand = defineCommand({
  kind: 'writes',
  summary: 'send webhook events again: one, the dead ones, or all since a day; also resumes a stopped target',
  args: ['id?'],
  options: {
    dead: { type: 'boolean', help: 'all that were given up' },
    since: { type: 'string', value: 'DAY', help: 'all since this day, including delivered ones' },
    target: { type: 'string', value: 'NAME', help: 'only those of this target; alone: its dead ones' },
    preview: { type: 'boolean', help: 'only show how many' },
  },
  page: { runsAtOnce: ({ args }) => args['id'] !== undefined },
  assistant: { shows: ['replayed'] },
  examples: [
    'webhooks replay 3f2a9c10',
    'webhooks replay --dead --preview',
    'webhooks replay --dead',
    'webhooks replay --target crm',
    'webhooks replay --target crm --since 2026-03-05',
  ],
  async findAddressee({ args, options }, tools) {
    return args.id === undefined
      ? (options.target ?? 'every target')
      : (await findEvent(await tools.site(), args.id)).target
  },
  async run({ args, options }, tools) {
    const since = parseTimeOption('--since', options.since)
    const isOne = args.id !== undefined
    const isMany = options.dead || since !== null || options.target !== undefined
    if (isOne === isMany) {
      throw new CommandFailure('usage', 'Name one event by its id, or several with --dead, --since or --target.')
    }
    if (options.dead && since !== null) {
      throw new CommandFailure('usage', 'Use --dead or --since, not both: --since also repeats delivered events.')
    }
    if (options.preview && isOne) throw new CommandFailure('usage', '--preview goes with --dead, --since or --target.')
    const site = await tools.site()
    if (options.target !== undefined) {
      requireTarget(await callRpc(site, webhookCountsSchema, 'count_webhooks'), options.target)
    }
    if (options.preview) {
      const would_send = await countEvents(site, since, options.target)
      return { data: { would_send }, text: `${pluralise(would_send, 'event')} would be sent again. Nothing was done.` }
    }
    const wanted = {
      webhook_id: args.id === undefined ? null : (await findEvent(site, args.id)).id,
      target_name: options.target ?? null,
      since,
    }
    const replayed = await callRpc(site, v.number(), 'replay_webhooks', wanted)
    const waiting = options.target === undefined ? '' : ` The waiting events of ${options.target} are sent too.`
    return { data: { replayed }, text: `${pluralise(replayed, 'event')} will be sent again now.${waiting}` }
  },
})

/**
 * Counts the events that `replay_webhooks` would send again: those since a time that were delivered or given up, else all given-up ones.
 */
async function countEvents(site: SiteClient, since: string | null, target: string | undefined): Promise<number> {
  const all = site.client.from('webhook_outbox').select('id', { count: 'exact', head: true })
  const ofTarget = target === undefined ? all : all.eq('target', target)
  const wanted =
    since === null
      ? ofTarget.not('gave_up_at', 'is', null)
      : ofTarget.gte('created_at', since).or('delivered_at.not.is.null,gave_up_at.not.is.null')
  const { count, error } = await wanted
  if (error) throw toCommandFailure(site, error)
  return count ?? 0
}

function findEvent(site: SiteClient, id: string) {
  const events = {
    table: 'webhook_outbox',
    columns: WEBHOOK_EVENT_COLUMNS,
    schema: webhookEventRowSchema,
    noun: 'event',
  }
  return findById(site, id, events)
}
