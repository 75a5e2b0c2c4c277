import { Button } from '@site/ui/button.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { Choices } from '../../parts/choices.tsx'
import { CountedDialog } from '../../parts/counted-dialog.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { formatCount } from '../../parts/format-count.ts'
import { MailState } from '../../parts/mail-state.tsx'
import { MailTabs } from '../../parts/mail-tabs.tsx'
import { formatSeconds, Moment, ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Figure, Panel } from '../../parts/panel.tsx'
import { reportFailure } from '../../parts/report-failure.ts'
import { Loaded } from '../../parts/state.tsx'
import { doneSchema, type MailRow, mailsSchema } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'
import { usePages } from '../../server-calls/use-pages.ts'

const PAGE = '100'

const STATES = [
  ['waiting', 'Waiting'],
  ['given-up', 'Given up'],
  ['sent', 'Sent'],
] as const

/** The operations that send many mails at once: the properties of their dialogs, and the text of the toast when they are done. */
const BULK_SENDS = {
  retry: {
    title: 'Retry all given-up mails?',
    action: 'Send them again',
    command: 'mail retry',
    fields: { 'given-up': true },
    describe: (count: number) => `${formatCount(count, 'mail')} will be sent again. A sent mail cannot be recalled.`,
    toast: 'The mails are being sent again',
  },
  resume: {
    title: 'Resume all mail?',
    action: 'Resume it',
    command: 'mail pause',
    fields: { off: true },
    describe: (count: number) => `${formatCount(count, 'mail')} will be sent. A sent mail cannot be recalled.`,
    toast: 'Mail is on again',
  },
} as const

/** The outbox: mails that wait, mails that were given up with their last error, and mails that were sent. */
export function MailPage() {
  const [state, setState] = useState<(typeof STATES)[number][0]>('waiting')
  const [isPausing, setPausing] = useState(false)
  const [bulkSend, setBulkSend] = useState<keyof typeof BULK_SENDS | null>(null)
  const pages = usePages(mailsSchema, 'mail list', { state, limit: PAGE }, { live: true })
  const { call } = pages

  async function retry(id: string): Promise<void> {
    await reportFailure('Not done', async () => {
      await run(doneSchema, 'mail retry', { id })
      showToast({ kind: 'success', title: 'The mail is being sent again' })
    })
    call.reload()
  }

  return (
    <Page
      title="Mail"
      lead={<ReadAt read={call.read} />}
      actions={
        <>
          <MailTabs />
          {call.data?.paused === true ? (
            <Button size="sm" onClick={() => setBulkSend('resume')}>
              Resume all mail …
            </Button>
          ) : (
            <Button size="sm" variant="outline" onClick={() => setPausing(true)}>
              Pause all mail …
            </Button>
          )}
        </>
      }
    >
      <Loaded call={call}>
        {({ paused, counts, trouble, mails }) => (
          <>
            {paused && (
              <p role="status" className="rounded-card bg-amber-ground px-5 py-3 font-semibold text-amber">
                All mail is paused. It waits in the outbox until you resume it.
              </p>
            )}
            {trouble !== null && trouble.kind !== 'paused' && (
              <p role="status" className="rounded-card bg-amber-ground px-5 py-3 font-semibold text-amber">
                Mail is {trouble.kind}: {trouble.text}.
                {trouble.kind === 'failing' && ' Once it accepts one, all others follow.'}
              </p>
            )}
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
              <Figure label="Waiting" value={counts.waiting.toLocaleString()} />
              <Figure
                label="Given up"
                value={counts.given_up.toLocaleString()}
                tone={counts.given_up > 0 ? 'bad' : undefined}
              />
              <Figure
                label="Sent"
                value={counts.sent.toLocaleString()}
                detail={`${counts.sent_last_hour.toLocaleString()} in the last hour`}
              />
              <Figure label="Slowest of the day" value={formatSeconds(counts.slowest_seconds)} />
            </div>
            <Panel
              title={pages.number === 1 ? 'Mails' : `Page ${pages.number}`}
              flush
              actions={
                <div className="flex flex-wrap items-center gap-3">
                  {state === 'given-up' && mails.length > 0 && (
                    <Button size="sm" variant="outline" onClick={() => setBulkSend('retry')}>
                      Retry all …
                    </Button>
                  )}
                  <Choices label="Which mails" choices={STATES} chosen={state} onChoose={setState} />
                  <Pager
                    pages={pages}
                    // Waiting mails are sorted by the time at which they are due, the earliest first.
                    {...(state === 'waiting' ? { labels: ['Earlier', 'Later'] } : {})}
                  />
                </div>
              }
            >
              <MailTable mails={mails} page={pages.number} onRetry={(id) => void retry(id)} />
            </Panel>
          </>
        )}
      </Loaded>
      {bulkSend && (
        <CountedDialog
          {...BULK_SENDS[bulkSend]}
          done={doneSchema}
          onClose={() => setBulkSend(null)}
          onDone={() => {
            showToast({ kind: 'success', title: BULK_SENDS[bulkSend].toast })
            setBulkSend(null)
            call.reload()
          }}
        />
      )}
      {isPausing && (
        <PauseDialog
          onClose={() => setPausing(false)}
          onPaused={() => {
            setPausing(false)
            call.reload()
          }}
        />
      )}
    </Page>
  )
}

type MailTableProps = { mails: readonly MailRow[]; page: number; onRetry: (id: string) => void }

function MailTable({ mails, page, onRetry }: MailTableProps) {
  return (
    <DataTable
      label="Mails"
      rows={mails}
      empty="None."
      page={page}
      getRowId={({ id }) => id}
      columns={[
        { title: 'Kind', cell: ({ kind }) => <span className="font-semibold">{kind}</span> },
        { title: 'To', cell: ({ recipient }) => <bdi>{recipient ?? 'the team'}</bdi> },
        { title: 'State', cell: (mail) => <MailState mail={mail} /> },
        { title: 'Tries', isNumber: true, cell: ({ attempts }) => attempts },
        {
          title: 'Queued',
          cell: ({ created_at }) => <Moment at={created_at} />,
        },
        {
          title: 'Last error',
          cell: ({ last_error }) =>
            last_error === null ? '–' : <span className="block min-w-56 wrap-anywhere">{last_error}</span>,
        },
        {
          title: 'Action',
          cell: ({ id, sent_at, kind }) =>
            sent_at === null && (
              <Button size="sm" variant="outline" aria-label={`Retry ${kind}`} onClick={() => onRetry(id)}>
                Retry
              </Button>
            ),
        },
      ]}
    />
  )
}

function PauseDialog({ onClose, onPaused }: { onClose: () => void; onPaused: () => void }) {
  return (
    <AskDialog
      title="Pause all mail?"
      action="Pause it"
      onClose={onClose}
      reason={{ hint: 'For the history, such as “a wrong link in the welcome”.' }}
      onConfirm={async (reason) => {
        await run(doneSchema, 'mail pause', { reason })
        onPaused()
      }}
    >
      <p>No mail leaves the site until you resume it: no welcome, no sign-in code, no answer. Nothing is lost.</p>
    </AskDialog>
  )
}
