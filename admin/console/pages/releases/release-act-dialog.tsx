import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { useState } from 'react'
import { AskDialog } from '../../parts/ask-dialog.tsx'
import { doneSchema } from '../../server-calls/answers.ts'
import { type CallFields, run } from '../../server-calls/run.ts'

/** An operation on a release of a channel. */
export type ReleaseAct = {
  kind: 'stage' | 'halt' | 'resume' | 'rollback'
  channel: 'stable' | 'beta'
  version: string
}

type ReleaseActDialogProps = { act: ReleaseAct; onClose: () => void; onDone: () => void }

/** Explains what an operation on a release changes for visitors and for the app's updaters, and runs it after confirmation. */
export function ReleaseActDialog({ act, onClose, onDone }: ReleaseActDialogProps) {
  const { kind, channel, version } = act
  const [percent, setPercent] = useState('50')
  const { title, text, action } = describe(act)
  const shared: CallFields = channel === 'beta' ? { channel } : {}
  const fields: CallFields =
    kind === 'stage' ? { ...shared, percent } : kind === 'rollback' ? { ...shared, to: version } : shared

  return (
    <AskDialog
      title={title}
      action={action}
      onClose={onClose}
      reason={{}}
      onConfirm={async (reason) => {
        await run(doneSchema, `release ${kind}`, { ...fields, reason })
        showToast({ kind: 'success', title: 'Done', text: 'The download page and the updaters follow at once.' })
        onDone()
      }}
    >
      <p>{text}</p>
      {kind === 'stage' && (
        <TextField
          label="Share of the devices, in percent"
          name="percent"
          inputMode="numeric"
          value={percent}
          onValueChange={setPercent}
        />
      )}
    </AskDialog>
  )
}

function describe({ kind, channel, version }: ReleaseAct): { title: string; text: string; action: string } {
  const who = channel === 'beta' ? 'Testers' : 'Visitors'
  switch (kind) {
    case 'stage':
      return {
        title: `Share of ${version}`,
        text: 'The app’s updater offers the release to this share of the devices; the download page offers it to everyone.',
        action: 'Set the share',
      }
    case 'halt':
      return {
        title: `Halt ${version}?`,
        text: `${who} and updaters get the release before it, until you resume it. Devices that have it keep it.`,
        action: 'Halt it',
      }
    case 'resume':
      return {
        title: 'Resume the halted release?',
        text: `${who} get it again, and updaters offer it to the same share of devices as before.`,
        action: 'Resume it',
      }
    case 'rollback':
      return {
        title: `Go back to ${version}?`,
        text: `${who} get ${version} from now on. Nothing is deleted, and it can be reverted in the same way.`,
        action: 'Go back to it',
      }
  }
}
