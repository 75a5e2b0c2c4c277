import { useState } from 'react'
import type * as v from 'valibot'
import { formatSize } from '../../../../src/view/text.ts'
import { AskDialog } from '../../../parts/ask-dialog.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { formatPlatform } from '../../../parts/platforms.ts'
import type { FoundFile, publishedSchema, publishPreviewSchema } from '../../../server-calls/answers.ts'
import type { AskedCall } from '../../../server-calls/run.ts'

/** What would be published, and the function that publishes it. */
export type AskedPublication = AskedCall<
  v.InferOutput<typeof publishPreviewSchema>,
  v.InferOutput<typeof publishedSchema>
>

type PublishDialogProps = {
  asked: AskedPublication
  channel: 'stable' | 'beta'
  staged: string
  onClose: () => void
  /** Called before `onClose` when the operator closes the dialog while the release is being published. */
  onCancelled: () => void
  onPublished: () => void
}

/** Shows what the check found in the files and who gets the release, and publishes it after confirmation. */
export function PublishDialog({ asked, channel, staged, onClose, onCancelled, onPublished }: PublishDialogProps) {
  const { version, before, keyId, installers, archives } = asked.preview
  const [stop] = useState(() => new AbortController())
  const who = channel === 'beta' ? 'Testers' : 'Visitors'
  return (
    <AskDialog
      title={`Publish ${version}?`}
      action="Publish it"
      onClose={(isRunning) => {
        stop.abort()
        if (isRunning) onCancelled()
        onClose()
      }}
      reason={{}}
      progressLabel="Checking the files again"
      canCancel={(progress) => progress?.label !== 'Uploading' || progress.done < (progress.total ?? 0)}
      onConfirm={async (reason, onProgress) => {
        await asked.confirm(reason, { onProgress, signal: stop.signal })
        onPublished()
      }}
    >
      <p>
        {who} get it at once instead of {before ?? 'nothing'}
        {keyId !== null && `, and updaters offer it to ${staged.trim() || '100'}% of the devices`}. A published version
        cannot be changed.
      </p>
      <p className={keyId === null ? 'font-medium text-amber' : undefined}>
        {keyId === null
          ? 'It is not signed: visitors cannot check their files, and updaters do not get it.'
          : `It is signed with the key ${keyId}.`}
      </p>
      <ul className="grid gap-3" aria-label="Files">
        {[...installers, ...archives].map((file) => (
          <FoundFacts key={file.path} file={file} />
        ))}
      </ul>
      <p className="text-sm text-muted">
        Whether a maker’s signature is valid is not checked, and the app in a disk image is not read.
      </p>
    </AskDialog>
  )
}

const MAKERS = { authenticode: 'Signed by its maker (Authenticode)', apple: 'Signed by its maker (Apple)' } as const

function FoundFacts({ file }: { file: FoundFile }) {
  const { platform, path, size, sha256, madeFor, statedVersion, makerSignature } = file
  const facts = [
    ['For', formatPlatform(platform)],
    ['Made for', madeFor ?? 'Not read'],
    ['Its version', statedVersion ?? 'Not stated'],
    ['Size', formatSize(size)],
    ['SHA-256', sha256],
  ] as const
  return (
    <li className="grid gap-2 rounded-card border border-line px-4 py-3">
      <p className="font-semibold wrap-anywhere">{path.split(/[/\\]/).at(-1)}</p>
      <Facts facts={facts} className="gap-x-4 gap-y-1 text-sm" />
      <p>
        <Badge tone={makerSignature === 'none' ? 'warn' : 'good'}>
          {makerSignature === 'none' ? 'Not signed by its maker' : MAKERS[makerSignature]}
        </Badge>
      </p>
    </li>
  )
}
