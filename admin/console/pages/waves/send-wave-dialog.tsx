import { showToast } from '@site/ui/toast-store.ts'
import { PreviewDialog } from '../../parts/command-dialog.tsx'
import { formatNumber, formatPeople } from '../../parts/format.ts'
import { waveAskedSchema, waveSentSchema } from '../../server-calls/answers.ts'
import type { CallFields } from '../../server-calls/run.ts'
import { WavePlan } from './wave-plan.tsx'

/** Shows the current plan of a wave, and sends the invitations after confirmation. */
export function SendWaveDialog({ fields, onClose }: { fields: CallFields; onClose: () => void }) {
  return (
    <PreviewDialog
      title={`Send the wave ${String(fields['wave'])}?`}
      action={(plan) => (!plan || plan.done ? 'Send it' : `Invite ${formatPeople(plan.would_invite)}`)}
      command="waves send"
      fields={fields}
      schemas={{ preview: waveAskedSchema, done: waveSentSchema }}
      waiting="Looking up whom it would invite …"
      describe={(plan) =>
        plan.done ? (
          <p>The wave is complete: it invited {formatPeople(plan.total)}. There is no one left to invite.</p>
        ) : (
          <>
            <WavePlan plan={plan} />
            <p>An invitation cannot be withdrawn. A wave that stops can be sent again: no one is invited twice.</p>
          </>
        )
      }
      isReady={({ done }) => !done}
      reason={{}}
      progressLabel="Inviting"
      onClose={onClose}
      onDone={({ invited, spots }) => {
        showToast({
          kind: 'success',
          title: `${formatPeople(invited)} invited`,
          text: `The invitations are in the outbox. Places left: ${formatNumber(spots)}.`,
        })
        onClose()
      }}
    />
  )
}
