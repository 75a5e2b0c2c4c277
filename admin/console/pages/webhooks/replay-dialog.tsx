import { useState } from 'react'
import { TextField } from '../../../../website/app/ui/field.tsx'
import { showToast } from '../../../../website/app/ui/toast-store.ts'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { ReasonField } from '../../parts/reason-field.tsx'
import { replayedSchema } from '../../server-calls/answers.ts'
import { run } from '../../server-calls/run.ts'
import { formatEvents } from './format-events.ts'

type ReplayDialogProps = { target: string; onClose: () => void; onReplayed: () => void }

/** Asks for a day, and sends all events of a target since that day again, including those that it accepted. */
export function ReplayDialog({ target, onClose, onReplayed }: ReplayDialogProps) {
  const [since, setSince] = useState('')
  const [reason, setReason] = useState('')
  return (
    <AskDialog
      title={`Send again to ${target}?`}
      action="Send them again"
      onClose={onClose}
      isReady={since !== ''}
      onConfirm={async () => {
        const fields = { target, since, ...(reason.trim() === '' ? {} : { reason }) }
        const { replayed } = await run(replayedSchema, 'webhooks replay', fields)
        showToast({ kind: 'success', title: `${formatEvents(replayed)} will be sent again now` })
        onReplayed()
      }}
    >
      <p>
        {target} gets all events since this day again, also those that it accepted. A receiver recognises them by their
        id.
      </p>
      <TextField label="Since" name="since" type="date" value={since} onValueChange={setSince} />
      <ReasonField value={reason} onValueChange={setReason} />
    </AskDialog>
  )
}
