import type { ReactNode } from 'react'
import { CommandDialog } from '../../parts/command-dialog.tsx'

/** An operation on a release of a channel. */
export type ReleaseAct = {
  kind: 'stage' | 'halt' | 'resume' | 'rollback'
  channel: 'stable' | 'beta'
  version: string
}

type ReleaseActDialogProps = { act: ReleaseAct; onClose: () => void; onDone: () => void }

/** Explains what an operation on a release changes for visitors and for the app's updaters, and runs it after confirmation. */
export function ReleaseActDialog({ act, ...dialog }: ReleaseActDialogProps) {
  const { kind, channel, version } = act
  return (
    <CommandDialog
      {...dialog}
      {...describe(act)}
      command={`release ${kind}`}
      fields={{ ...(channel === 'beta' ? { channel } : {}), ...(kind === 'rollback' ? { to: version } : {}) }}
      inputs={
        kind === 'stage'
          ? [{ name: 'percent', label: 'Share of the devices, in percent', inputMode: 'numeric', value: '50' }]
          : []
      }
      reason={{}}
      toast={() => ({ title: 'Done', text: 'The download page and the updaters follow at once.' })}
    />
  )
}

function describe({ kind, channel, version }: ReleaseAct): { title: string; children: ReactNode; action: string } {
  const who = channel === 'beta' ? 'Testers' : 'Visitors'
  switch (kind) {
    case 'stage':
      return {
        title: `Share of ${version}`,
        children: (
          <p>
            {
              'The app’s updater offers the release to this share of the devices; the download page offers it to everyone.'
            }
          </p>
        ),
        action: 'Set the share',
      }
    case 'halt':
      return {
        title: `Halt ${version}?`,
        children: (
          <p>{`${who} and updaters get the release before it, until you resume it. Devices that have it keep it.`}</p>
        ),
        action: 'Halt it',
      }
    case 'resume':
      return {
        title: 'Resume the halted release?',
        children: <p>{`${who} get it again, and updaters offer it to the same share of devices as before.`}</p>,
        action: 'Resume it',
      }
    case 'rollback':
      return {
        title: `Go back to ${version}?`,
        children: (
          <p>{`${who} get ${version} from now on. Nothing is deleted, and it can be reverted in the same way.`}</p>
        ),
        action: 'Go back to it',
      }
  }
}
