import { Button } from '@site/ui/button.tsx'
import { enableFileDrop } from '@site/ui/file-drop.ts'
import { showToast } from '@site/ui/toast-store.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SmallButton } from '../../../parts/dialog-button.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { CallProgressBar } from '../../../parts/progress.tsx'
import { Failure } from '../../../parts/state.tsx'
import { publishedSchema, publishPreviewSchema, releaseKeysSchema } from '../../../server-calls/answers.ts'
import { ask, CallFailed, type CallProgress, toError } from '../../../server-calls/run.ts'
import { takeFile } from '../../../server-calls/send-file.ts'
import { useCall } from '../../../server-calls/use-call.ts'
import { FileSlots } from './file-slots.tsx'
import { type AskedPublication, PublishDialog } from './publish-dialog.tsx'
import { EMPTY_FORM, type PublishForm, toPublishFields } from './publish-form.ts'
import { PublishFormFields } from './publish-form-fields.tsx'
import { useReleaseFiles } from './use-release-files.ts'

/** A running check: the controller that cancels it, and its progress. */
type Checking = { stop: AbortController; progress: CallProgress | null }

/** The page on which an operator drops or chooses the files of a release, which `release publish` checks, previews and publishes. */
export function PublishPage() {
  const files = useReleaseFiles()
  const keys = useCall(releaseKeysSchema, 'release key show')
  const [form, setForm] = useState<PublishForm>(EMPTY_FORM)
  const [checking, setChecking] = useState<Checking | null>(null)
  const [asked, setAsked] = useState<AskedPublication | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [, navigate] = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const { add } = files
  useEffect(() => enableFileDrop(place.current, { onFiles: add }), [add])
  const stop = checking?.stop
  useEffect(() => () => stop?.abort(), [stop])
  const isReading = Object.values(files.chosen).some(({ id, error: problem }) => id === null && problem === null)

  async function check(): Promise<void> {
    const started = new AbortController()
    const onProgress = (progress: CallProgress) => setChecking({ stop: started, progress })
    setChecking({ stop: started, progress: null })
    setError(null)
    try {
      // The key file is not copied; only its path is sent.
      const keyId = form.keyFile.trim() === '' ? null : (await takeFile(form.keyFile.trim())).id
      const fields = toPublishFields(form, files.chosen, keyId)
      const secret = keyId === null ? undefined : form.passphrase
      const how = { secret, onProgress, signal: started.signal }
      setAsked(await ask({ preview: publishPreviewSchema, done: publishedSchema }, 'release publish', fields, how))
    } catch (failure) {
      if (!started.signal.aborted) setError(toError(failure))
    }
    setChecking(null)
  }

  return (
    <Page
      title="Publish a release"
      lead={
        <Link href="/releases" className="text-link">
          All releases
        </Link>
      }
    >
      <form
        className="grid gap-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (checking === null) void check()
        }}
      >
        <div ref={place} className="rounded-card">
          <Panel title="Files">
            <p className="pb-4 text-muted">
              Drop the files anywhere on this page, or choose them. They are copied into a temporary folder of this
              computer, which is deleted at the end.
            </p>
            <FileSlots files={files} />
          </Panel>
        </div>
        <PublishFormFields form={form} onChange={setForm} hasPinnedKeys={(keys.data?.keys.length ?? 0) > 0} />
        {error && <Failure error={error} />}
        {checking ? (
          <div className="panel grid gap-4 px-5 py-4">
            <CallProgressBar label="Checking the files" progress={checking.progress} />
            <SmallButton className="justify-self-start" onClick={() => checking.stop.abort()}>
              Cancel the check
            </SmallButton>
          </div>
        ) : (
          <Button type="submit" className="justify-self-start" disabled={isReading}>
            {isReading ? 'Reading the files …' : 'Check and preview …'}
          </Button>
        )}
      </form>
      {asked && (
        <PublishDialog
          asked={asked}
          channel={form.channel}
          staged={form.staged}
          onClose={() => setAsked(null)}
          onCancelled={() => {
            const hint = 'Visitors get the release before, unless it was too late: look at all releases.'
            setError(new CallFailed('You canceled the publication.', hint))
          }}
          onPublished={() => {
            showToast({
              kind: 'success',
              title: `${asked.preview.version} is published`,
              text: 'Go back with “Go back to it …” at an older release.',
            })
            navigate('/releases')
          }}
        />
      )}
    </Page>
  )
}
