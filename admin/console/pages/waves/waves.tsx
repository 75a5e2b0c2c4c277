import { useState } from 'react'
import { DataTable } from '../../parts/data-table.tsx'
import { SmallButton } from '../../parts/dialog-button.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Loaded } from '../../parts/state.tsx'
import { type WaveListed, wavesSchema } from '../../server-calls/answers.ts'
import type { CallFields } from '../../server-calls/run.ts'
import { useCall } from '../../server-calls/use-call.ts'
import { SendWaveDialog } from './send-wave-dialog.tsx'
import { WAVE_STATUSES } from './wave-form.ts'
import { WavePlanner } from './wave-planner.tsx'

/** The form that plans and sends a wave, and the list of waves with the states of their invitations. */
export function WavesPage() {
  const call = useCall(wavesSchema, 'waves list', {}, { live: true })
  const [sending, setSending] = useState<CallFields | null>(null)
  return (
    <Page title="Waves" lead="Invite people who signed up: each person once, as many as there are places.">
      <WavePlanner onSend={setSending} />
      <Loaded call={call}>
        {(waves) => (
          <Panel title="Sent" flush>
            <WaveTable waves={waves} onContinue={(wave) => setSending({ wave })} />
          </Panel>
        )}
      </Loaded>
      {sending && (
        <SendWaveDialog
          fields={sending}
          onClose={() => {
            setSending(null)
            call.reload()
          }}
        />
      )}
    </Page>
  )
}

function WaveTable({ waves, onContinue }: { waves: readonly WaveListed[]; onContinue: (wave: string) => void }) {
  return (
    <DataTable
      label="Waves"
      rows={waves}
      empty="No wave has been sent yet."
      getRowId={({ wave }) => wave}
      columns={[
        { title: 'Wave', cell: ({ wave }) => <b>{wave}</b> },
        { title: 'Started', cell: ({ created_at }) => <Moment at={created_at} /> },
        { title: 'Whom', cell: ({ selection }) => <Whom selection={selection} /> },
        {
          title: 'Invited',
          isNumber: true,
          cell: ({ invited, size }) => `${formatNumber(invited)} of ${formatNumber(size)}`,
        },
        { title: 'Sent', isNumber: true, cell: ({ sent }) => formatNumber(sent) },
        { title: 'Waiting', isNumber: true, cell: ({ waiting }) => formatNumber(waiting) },
        { title: 'Given up', isNumber: true, cell: ({ given_up }) => formatNumber(given_up) },
        { title: 'Erased', isNumber: true, cell: ({ erased }) => formatNumber(erased) },
        {
          title: 'Action',
          cell: ({ wave, selection, invited, size }) =>
            invited < size &&
            ('list' in selection ? (
              'Choose its list again'
            ) : (
              <SmallButton aria-label={`Continue ${wave}`} onClick={() => onContinue(wave)}>
                Continue …
              </SmallButton>
            )),
        },
      ]}
    />
  )
}

function Whom({ selection }: { selection: WaveListed['selection'] }) {
  if ('list' in selection) return 'A list'
  const { status, since, until } = selection
  return (
    <>
      {WAVE_STATUSES.find(([each]) => each === (status ?? ''))?.[1] ?? status}
      {since !== undefined && (
        <>
          , since <Moment at={since} />
        </>
      )}
      {until !== undefined && (
        <>
          , until <Moment at={until} />
        </>
      )}
    </>
  )
}
