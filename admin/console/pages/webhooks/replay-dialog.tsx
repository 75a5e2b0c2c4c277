import { TextField } from '@site/ui/field.tsx'
import { useState } from 'react'
import { CountedDialog } from '../../parts/command-dialog.tsx'
import { formatCount } from '../../parts/format.ts'

/** Which events of a target are sent again: the given-up ones, or all since a day that the operator chooses. */
export type Replay = { target: string; which: 'dead' | 'since' }

type ReplayDialogProps = { replay: Replay; onClose: () => void; onDone: () => void }

/**
 * Shows how many events would be sent again, and sends them after confirmation. Sending also resumes a stopped target, so its waiting
 * events are sent too.
 */
export function ReplayDialog({ replay: { target, which }, ...dialog }: ReplayDialogProps) {
  const [since, setSince] = useState('')
  return (
    <CountedDialog
      {...dialog}
      title={`Send again to ${target}?`}
      action="Send them again"
      command="webhooks replay"
      fields={which === 'dead' ? { target } : since === '' ? null : { target, since }}
      describe={(count) =>
        `${formatCount(count, 'event')} will be sent to ${target} again, and its waiting events too.`
      }
      toast={({ replayed = 0 }) => `${formatCount(replayed, 'event')} will be sent again now`}
    >
      {which === 'since' && (
        <>
          <p>All events since this day, including delivered ones. A receiver recognizes a repeated event by its id.</p>
          <TextField label="Since" name="since" type="date" value={since} onValueChange={setSince} />
        </>
      )}
    </CountedDialog>
  )
}
