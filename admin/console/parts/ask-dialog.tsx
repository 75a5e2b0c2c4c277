import { Button } from '@site/ui/button.tsx'
import { Dialog } from '@site/ui/dialog.tsx'
import { TextField } from '@site/ui/field.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CallProgress, toError } from '../server-calls/run.ts'
import { CallProgressBar } from './progress.tsx'

export type AskDialogProps = {
  title: string
  children?: ReactNode
  /** The label of the button that confirms, such as "Erase for good". */
  action: string
  /** Called when the dialog is closed; `isRunning` tells whether the operation runs, which `onClose` must then stop. */
  onClose: (isRunning: boolean) => void
  /** Shows a field for the reason below the children, with this hint. The audit log or the history of settings stores the reason. */
  reason?: { hint?: string; isRequired?: boolean }
  /** Shown below the reason. */
  below?: ReactNode
  /** Runs the operation. When it rejects, the dialog shows the error and keeps the entered values. */
  onConfirm: (reason: string, onProgress: (progress: CallProgress) => void) => Promise<void>
  /** Whether the form can be submitted. */
  isReady?: boolean
  /** Shows the progress of the operation instead of the reason while it runs, with this label before its first report. */
  progressLabel?: string
  /** Returns whether the dialog can be closed while the operation runs, by its progress. */
  canCancel?: (progress: CallProgress | null) => boolean
}

/**
 * A confirmation dialog. It describes an operation, and runs it when the operator confirms. Escape closes it like Cancel, unlike the dialogs
 * of the site. While the operation runs, nothing closes the dialog, so that its outcome is seen.
 */
export function AskDialog(props: AskDialogProps) {
  const { title, children, action, reason, below, onClose, onConfirm, isReady = true, progressLabel, canCancel } = props
  const [isRunning, setRunning] = useState(false)
  const [progress, setProgress] = useState<CallProgress | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [typedReason, setTypedReason] = useState('')
  const canClose = !isRunning || canCancel?.(progress) === true
  const close = () => onClose(isRunning)
  // The back button of the browser leaves the page, and the dialog with it, while the operation goes on.
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && canClose) close()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  })
  const submit = async () => {
    if (isRunning) return
    setRunning(true)
    setProgress(null)
    setError(null)
    try {
      await onConfirm(typedReason, setProgress)
    } catch (failure) {
      const text = toError(failure).message
      if (isGone.current && !canCancel) showToast({ kind: 'error', title: `It failed: ${action}`, text })
      setError(text)
    }
    setRunning(false)
  }
  return (
    <Dialog open title={title} onClose={close} canClose={canClose} behind={null}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        {isRunning && progressLabel ? (
          <CallProgressBar label={progressLabel} progress={progress} />
        ) : (
          reason && (
            <TextField
              label="Reason"
              name="reason"
              hint={reason.hint ?? 'For the log.'}
              maxLength={500}
              value={typedReason}
              onValueChange={setTypedReason}
            />
          )
        )}
        {below}
        {error !== null && (
          <p role="alert" className="font-medium text-danger">
            {error}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={close} disabled={!canClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={isRunning}
            disabled={!isReady || (reason?.isRequired === true && typedReason.trim() === '')}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
