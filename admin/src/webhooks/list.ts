import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import {
  formatRowCursor,
  limitOption,
  NOTHING_FOLLOWS,
  parseRowCursor,
  readListPage,
  selectFollowing,
} from '../list-page.ts'
import { shortenId } from '../options.ts'
import {
  WEBHOOK_EVENT_COLUMNS,
  type WebhookCounts,
  type WebhookEventRow,
  webhookCountsSchema,
  webhookEventRowSchema,
} from '../rows.ts'
import { EVENT_FIELDS, TARGET_FIELDS } from '../shown-fields.ts'
import { awaitQueryResult, callRpc, type SiteClient } from '../site.ts'
import { isSendingHeld } from '../site-settings/read.ts'
import { formatTable, type TableColumn } from '../view/table.ts'
import { formatLocalDateTime } from '../view/text.ts'

const STATES = ['waiting', 'dead', 'delivered', 'undelivered'] as const

export const listWebhooksCommand = defineCommand({
  kind: 'reads',
  summary:
    'list the webhook events that are waiting or were given up, with the last error, and the state of each target',
  options: {
    state: {
      type: 'string',
      value: 'STATE',
      choices: STATES,
      otherwise: 'undelivered',
      help: `${STATES.join(', ')} (undelivered: waiting and dead)`,
    },
    target: { type: 'string', value: 'NAME', help: 'only the events of this target' },
    after: { type: 'string', value: 'ROW', help: 'only what follows this event: its time and id, from --json' },
    ...limitOption(20),
  },
  assistant: { shows: [...EVENT_FIELDS, 'targets', 'events', ...TARGET_FIELDS] },
  examples: ['webhooks list', 'webhooks list --state dead --target crm --limit 200'],
  async run({ options }, tools) {
    const site = await tools.site()
    const targets = await callRpc(site, webhookCountsSchema, 'count_webhooks')
    if (options.target !== undefined) requireTarget(targets, options.target)
    const after = parseRowCursor(options.after, 'event')
    const { rows: events, rest } = await readListPage({
      limit: options.limit,
      read(most) {
        const events = inState(site, options.state, options.target)
        const newest = selectFollowing(events, { column: 'created_at', ascending: false }, after)
        return awaitQueryResult(site, v.array(webhookEventRowSchema), newest.limit(most))
      },
      toCursor: ({ created_at, id }) => formatRowCursor(created_at, id),
    })
    const held = await isSendingHeld(site)
    const text = [
      ...(events.length > 0 ? [formatTable(EVENT_COLUMNS, events)] : after === null ? [] : [NOTHING_FOLLOWS]),
      ...(targets.length === 0 ? ['No webhook is configured (WEBHOOKS).'] : targets.map(describeTarget)),
      ...(held ? ['NOTHING HAS BEEN SENT SINCE A RESTORE. To send the events: resume'] : []),
    ].join('\n')
    return { data: { targets, events }, text, rest }
  },
})

/** Throws a CommandFailure that names the existing targets when none has this name. */
export function requireTarget(targets: readonly WebhookCounts[], name: string): void {
  if (targets.some(({ target }) => target === name)) return
  const known = targets.map(({ target }) => target).join(', ') || 'none'
  throw new CommandFailure('not_found', `There is no webhook target "${name}". Configured: ${known}.`)
}

function inState(site: SiteClient, state: (typeof STATES)[number], target: string | undefined) {
  const all = site.client.from('webhook_outbox').select<string, unknown>(WEBHOOK_EVENT_COLUMNS)
  const events = target === undefined ? all : all.eq('target', target)
  if (state === 'delivered') return events.not('delivered_at', 'is', null)
  const undelivered = events.is('delivered_at', null)
  if (state === 'undelivered') return undelivered
  return state === 'waiting' ? undelivered.is('gave_up_at', null) : undelivered.not('gave_up_at', 'is', null)
}

function describeTarget(counts: WebhookCounts): string {
  const { target, waiting, dead, delivered, failing_since } = counts
  const state = counts.is_stopped
    ? `STOPPED by 410 Gone. Resume with: webhooks replay --target ${target}`
    : !counts.is_configured
      ? 'no longer configured'
      : failing_since === null
        ? ''
        : `failing since ${formatLocalDateTime(failing_since)}`
  return [`${target}: ${waiting} waiting, ${dead} dead, ${delivered} delivered.`, state].filter(Boolean).join(' ')
}

const EVENT_COLUMNS: readonly TableColumn<WebhookEventRow>[] = [
  { title: 'Id', cell: ({ id }) => shortenId(id) },
  { title: 'When', cell: ({ created_at }) => formatLocalDateTime(created_at) },
  { title: 'Target', cell: ({ target }) => target },
  { title: 'Event', cell: ({ kind }) => kind },
  {
    title: 'State',
    cell: ({ delivered_at, gave_up_at, due_at }) =>
      delivered_at !== null ? 'delivered' : gave_up_at !== null ? 'dead' : `due ${formatLocalDateTime(due_at)}`,
  },
  { title: 'Tries', cell: ({ attempts }) => String(attempts), align: 'right' },
  { title: 'Last error', cell: ({ last_error }) => last_error ?? '', most: 60 },
]
