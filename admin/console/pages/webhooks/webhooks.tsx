import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Choices } from '../../parts/choices.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { SmallButton } from '../../parts/dialog-button.tsx'
import { formatCount, formatNumber, toWords } from '../../parts/format.ts'
import { Moment, ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { reportFailure } from '../../parts/report-failure.ts'
import { SelectField } from '../../parts/select-field.tsx'
import { Loaded } from '../../parts/state.tsx'
import { replayedSchema, type WebhookEvent, webhooksSchema } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'
import { usePages } from '../../server-calls/use-pages.ts'
import { type Replay, ReplayDialog } from './replay-dialog.tsx'
import { TargetPanel } from './target-panel.tsx'

const PAGE = '100'

const STATES = [
  ['waiting', 'Waiting'],
  ['dead', 'Given up'],
  ['delivered', 'Delivered'],
] as const

/** The events that webhooks deliver, in words. */
const EVENTS: Readonly<Record<string, string>> = {
  'mail.failing': 'Mail fails',
  'message.received': 'New message',
  'payment.reported': 'Payment reported',
  'payment.verified': 'Payment verified',
  'person.erased': 'Person erased',
  'release.published': 'New release',
  'signup.confirmed': 'Sign-up confirmed',
  'signup.created': 'New sign-up',
  'webhook.test': 'Test event',
}

const EMPTY = {
  waiting: 'No event is waiting. Everything is delivered.',
  dead: 'No event was given up.',
  delivered: 'No event has been delivered yet.',
} as const

/** The targets of webhooks, without their URLs and secrets, and the events by state: waiting, given up or delivered. */
export function WebhooksPage() {
  const [state, setState] = useState<(typeof STATES)[number][0]>('waiting')
  const [target, setTarget] = useState('')
  const [replaying, setReplaying] = useState<Replay | null>(null)
  const fields = { state, limit: PAGE, ...(target === '' ? {} : { target }) }
  const pages = usePages(webhooksSchema, 'webhooks list', fields, { live: true })
  const { call } = pages

  async function replay(id: string): Promise<void> {
    await reportFailure('Not sent again', async () => {
      const { replayed } = await run(replayedSchema, 'webhooks replay', { id })
      showToast({ kind: 'success', title: `${formatCount(replayed, 'event')} will be sent again now` })
    })
    call.reload()
  }

  return (
    <Page title="Webhooks" lead={<ReadAt read={call.read} />}>
      <Loaded call={call}>
        {({ targets, events }) =>
          targets.length === 0 ? (
            <Panel title="No webhook yet">
              <p>
                A webhook tells another program, such as your CRM, about sign-ups, payments, messages and releases. To
                add one, set <code>WEBHOOKS</code> and restart the server.
              </p>
            </Panel>
          ) : (
            <>
              <div className="grid gap-6 md:grid-cols-2">
                {targets.map((each) => (
                  <TargetPanel
                    key={each.target}
                    target={each}
                    onReplayDead={() => setReplaying({ target: each.target, which: 'dead' })}
                    onReplaySince={() => setReplaying({ target: each.target, which: 'since' })}
                    onTested={call.reload}
                  />
                ))}
              </div>
              <Panel
                title={pages.number === 1 ? 'Events' : `Page ${pages.number}`}
                flush
                actions={
                  <>
                    {targets.length > 1 && (
                      <SelectField
                        label="Target"
                        choices={[['', 'All'], ...targets.map((each) => [each.target, each.target] as const)]}
                        chosen={target}
                        onChoose={setTarget}
                      />
                    )}
                    <Choices label="Which events" choices={STATES} chosen={state} onChoose={setState} />
                    <Pager pages={pages} />
                  </>
                }
              >
                <EventTable events={events} state={state} page={pages.number} onReplay={(id) => void replay(id)} />
              </Panel>
            </>
          )
        }
      </Loaded>
      {replaying !== null && (
        <ReplayDialog replay={replaying} onClose={() => setReplaying(null)} onDone={call.reload} />
      )}
    </Page>
  )
}

type EventTableProps = {
  events: readonly WebhookEvent[]
  state: keyof typeof EMPTY
  page: number
  onReplay: (id: string) => void
}

function EventTable({ events, state, page, onReplay }: EventTableProps) {
  return (
    <DataTable
      label="Events"
      rows={events}
      empty={EMPTY[state]}
      page={page}
      getRowId={({ id }) => id}
      columns={[
        { title: 'Event', cell: ({ kind }) => <b>{formatEvent(kind)}</b> },
        { title: 'Target', cell: ({ target }) => target },
        { title: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
        { title: 'State', cell: (event) => <EventState event={event} /> },
        { title: 'Tries', isNumber: true, cell: ({ attempts }) => formatNumber(attempts) },
        { title: 'Last error', cell: ({ last_error }) => last_error },
        {
          title: 'Action',
          cell: ({ id, kind }) => (
            <SmallButton
              className="whitespace-nowrap"
              aria-label={`Send again: ${formatEvent(kind)}`}
              onClick={() => onReplay(id)}
            >
              Send again
            </SmallButton>
          ),
        },
      ]}
    />
  )
}

function EventState({ event }: { event: WebhookEvent }) {
  const { delivered_at, gave_up_at, due_at } = event
  if (delivered_at !== null) {
    return <Badge tone="good">Delivered</Badge>
  }
  if (gave_up_at !== null) {
    return <Badge tone="bad">Given up</Badge>
  }
  return (
    <>
      Due <Moment at={due_at} />
    </>
  )
}

function formatEvent(kind: string): string {
  return EVENTS[kind] ?? toWords(kind)
}
