import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { formatNumber, formatPeople } from '../../parts/format.ts'
import { CallProgressBar } from '../../parts/progress.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { waveAskedSchema, waveSentSchema } from '../../server-calls/answers.ts'
import { askLong, CallFailed, type CallFields, type CallProgress } from '../../server-calls/run.ts'
import { useAsked } from '../../server-calls/use-asked.ts'
import { WavePlan } from './wave-plan.tsx'

type SendWaveDialogProps = { fields: CallFields; onClose: () => void }

/** Shows the current plan of a wave, and sends the invitations after confirmation. */
export function SendWaveDialog({ fields, onClose }: SendWaveDialogProps) {
  const asked = useAsked(JSON.stringify(fields), () => askToSend(fields))
  const [reason, setReason] = useState('')
  const [isSending, setSending] = useState(false)
  const [progress, setProgress] = useState<CallProgress | null>(null)
  const plan = asked !== null && !(asked instanceof Error) && !asked.preview.done ? asked.preview : null
  return (
    <AskDialog
      title={`Send the wave ${String(fields['wave'])}?`}
      action={plan === null ? 'Send it' : `Invite ${formatPeople(plan.would_invite)}`}
      onClose={onClose}
      isReady={plan !== null}
      onConfirm={async () => {
        if (asked === null || asked instanceof Error) return
        setSending(true)
        try {
          const { invited, spots } = await asked.confirm(reason, { onProgress: setProgress })
          showToast({
            kind: 'success',
            title: `${formatPeople(invited)} invited`,
            text: `The invitations are in the outbox. Places left: ${formatNumber(spots)}.`,
          })
          onClose()
        } finally {
          setSending(false)
        }
      }}
    >
      {asked === null && <p className="text-muted">Looking up whom it would invite …</p>}
      {asked instanceof Error && <Refusal error={asked} />}
      {asked !== null && !(asked instanceof Error) && asked.preview.done && (
        <p>The wave is complete: it invited {formatPeople(asked.preview.total)}. There is no one left to invite.</p>
      )}
      {plan && <WavePlan plan={plan} />}
      {plan && <p>An invitation cannot be withdrawn. A wave that stops can be sent again: no one is invited twice.</p>}
      {isSending ? (
        <CallProgressBar label="Inviting" progress={progress} />
      ) : (
        <ReasonField value={reason} onValueChange={setReason} />
      )}
    </AskDialog>
  )
}

function askToSend(fields: CallFields) {
  return askLong({ preview: waveAskedSchema, done: waveSentSchema }, 'waves send', fields, { onProgress: () => {} })
}

function Refusal({ error }: { error: Error }) {
  return (
    <div className="whitespace-pre-line">
      <p className="font-medium text-danger">{error.message}</p>
      {error instanceof CallFailed && <p className="text-muted">{error.hint}</p>}
    </div>
  )
}
