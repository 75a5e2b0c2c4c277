import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { Choices } from '../../parts/choices.tsx'
import { CommandDialog, CountedDialog } from '../../parts/command-dialog.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DialogButton, SmallButton } from '../../parts/dialog-button.tsx'
import { formatCount, formatNumber, formatSeconds, toTitle } from '../../parts/format.ts'
import { formatMailKind } from '../../parts/mail-kinds.ts'
import { MailState } from '../../parts/mail-state.tsx'
import { MailTabs } from '../../parts/mail-tabs.tsx'
import { Moment, ReadAt } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Figure, Notice, Panel } from '../../parts/panel.tsx'
import { reportFailure } from '../../parts/report-failure.ts'
import { Loaded } from '../../parts/state.tsx'
import { doneSchema, type MailRow, mailsSchema } from '../../server-calls/answers.ts'
import { type CallFields, run } from '../../server-calls/run.ts'
import { usePages } from '../../server-calls/use-pages.ts'

const PAGE = '100'

const STATES = [
  ['waiting', 'Waiting'],
  ['given-up', 'Given up'],
  ['sent', 'Sent'],
] as const

type BulkSend = { command: string; fields: CallFields; title: string; action: string; verb: string; toast: string }

/** The operations that send many mails at once: their calls, and the words of their dialogs. */
const BULK_SENDS = {
  retry: {
    command: 'mail retry',
    fields: { 'given-up': true },
    title: 'Retry all given-up emails?',
    action: 'Send them again',
    verb: 'sent again',
    toast: 'The emails are being sent again',
  },
  resume: {
    command: 'mail pause',
    fields: { off: true },
    title: 'Resume all mail?',
    action: 'Resume it',
    verb: 'sent',
    toast: 'Mail is on again',
  },
} as const satisfies Record<string, BulkSend>

/** The outbox: mails that wait, mails that were given up with their last error, and mails that were sent. */
export function MailPage() {
  const [state, setState] = useState<(typeof STATES)[number][0]>('waiting')
  const pages = usePages(mailsSchema, 'mail list', { state, limit: PAGE }, { live: true })
  const { call } = pages

  async function retry(id: string): Promise<void> {
    await reportFailure('Not sent again', async () => {
      await run(doneSchema, 'mail retry', { id })
      showToast({ kind: 'success', title: 'The email is being sent again' })
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
            <DialogButton
              variant="primary"
              dialog={(close) => <BulkSendDialog {...BULK_SENDS.resume} onClose={close} onDone={call.reload} />}
            >
              Resume all mail …
            </DialogButton>
          ) : (
            <DialogButton dialog={(close) => <PauseDialog onClose={close} onDone={call.reload} />}>
              Pause all mail …
            </DialogButton>
          )}
        </>
      }
    >
      <Loaded call={call}>
        {({ paused, counts, trouble, mails }) => (
          <>
            {paused && <Notice>All mail is paused. It waits in the outbox until you resume it.</Notice>}
            {trouble !== null && trouble.kind !== 'paused' && (
              <Notice>
                {toTitle(trouble.text)}.{trouble.kind === 'failing' && ' Once it accepts one, all others follow.'}
              </Notice>
            )}
            <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
              <Figure label="Waiting" value={formatNumber(counts.waiting)} />
              <Figure
                label="Given up"
                value={formatNumber(counts.given_up)}
                tone={counts.given_up > 0 ? 'bad' : undefined}
              />
              <Figure
                label="Sent"
                value={formatNumber(counts.sent)}
                detail={`${formatNumber(counts.sent_last_hour)} in the last hour`}
              />
              <Figure label="Slowest in a day" value={formatSeconds(counts.slowest_seconds)} />
            </div>
            <Panel
              title={pages.number === 1 ? 'Outbox' : `Page ${pages.number}`}
              flush
              actions={
                <>
                  {state === 'given-up' && mails.length > 0 && (
                    <DialogButton
                      dialog={(close) => <BulkSendDialog {...BULK_SENDS.retry} onClose={close} onDone={call.reload} />}
                    >
                      Retry all …
                    </DialogButton>
                  )}
                  <Choices label="Which emails" choices={STATES} chosen={state} onChoose={setState} />
                  <Pager
                    pages={pages}
                    // Waiting mails are sorted by the time at which they are due, the earliest first.
                    {...(state === 'waiting' ? { labels: ['Earlier', 'Later'] } : {})}
                  />
                </>
              }
            >
              <MailTable mails={mails} state={state} page={pages.number} onRetry={(id) => void retry(id)} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const EMPTY = {
  waiting: 'No email is waiting. Everything is sent.',
  'given-up': 'No email was given up.',
  sent: 'No email has been sent yet.',
} as const

type MailTableProps = {
  mails: readonly MailRow[]
  state: keyof typeof EMPTY
  page: number
  onRetry: (id: string) => void
}

function MailTable({ mails, state, page, onRetry }: MailTableProps) {
  return (
    <DataTable
      label="Emails"
      rows={mails}
      empty={EMPTY[state]}
      page={page}
      getRowId={({ id }) => id}
      columns={[
        { title: 'Kind', cell: ({ kind }) => <b>{formatMailKind(kind)}</b> },
        { title: 'To', cell: ({ recipient }) => <bdi>{recipient ?? 'The team'}</bdi> },
        { title: 'State', cell: (mail) => <MailState mail={mail} /> },
        { title: 'Tries', isNumber: true, cell: ({ attempts }) => formatNumber(attempts) },
        { title: 'Written', cell: ({ created_at }) => <Moment at={created_at} /> },
        { title: 'Last error', cell: ({ last_error }) => last_error },
        {
          title: 'Action',
          cell: ({ id, sent_at, kind }) =>
            sent_at === null && (
              <SmallButton aria-label={`Retry: ${formatMailKind(kind)}`} onClick={() => onRetry(id)}>
                Retry
              </SmallButton>
            ),
        },
      ]}
    />
  )
}

type DialogProps = { onClose: () => void; onDone: () => void }

function BulkSendDialog({ verb, toast, ...dialog }: BulkSend & DialogProps) {
  return (
    <CountedDialog
      {...dialog}
      describe={(count) => `${formatCount(count, 'email')} will be ${verb}. A sent email cannot be recalled.`}
      toast={toast}
    />
  )
}

function PauseDialog(dialog: DialogProps) {
  return (
    <CommandDialog
      {...dialog}
      title="Pause all mail?"
      action="Pause it"
      command="mail pause"
      reason={{ hint: 'For the history, such as “a wrong link in the welcome”.' }}
    >
      <p>No email leaves the site until you resume: no welcome, no sign-in code, no answer. Nothing is lost.</p>
    </CommandDialog>
  )
}
