import { Button } from '@site/ui/button.tsx'
import { Dialog } from '@site/ui/dialog.tsx'
import { showToast } from '@site/ui/toast-store.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toError } from '../server-calls/run.ts'
import { ReasonField } from './reason-field.tsx'

type AskDialogProps = {
  title: string
  children: ReactNode
  /** The label of the button that confirms, such as "Erase for good". */
  action: string
  onClose: () => void
  /** Shows a field for the reason below the children, with this hint. */
  reason?: { hint?: string; isRequired?: boolean }
  /** Runs the operation. When it rejects, the dialog shows the error and keeps the entered values. */
  onConfirm: (reason: string) => Promise<void>
  /** Whether the form can be submitted. */
  isReady?: boolean
  /** Whether the dialog can be closed while the operation runs. If true, `onClose` must also stop the operation. */
  canCancel?: boolean
}

/**
 * A confirmation dialog. It describes an operation, and runs it when the operator confirms. Escape closes it like Cancel, unlike the dialogs
 * of the site. While the operation runs, nothing closes the dialog, so that its outcome is seen.
 */
export function AskDialog(props: AskDialogProps) {
  const { title, children, action, reason, onClose, onConfirm, isReady = true, canCancel = false } = props
  const [state, setState] = useState<'idle' | 'doing'>('idle')
  const [error, setError] = useState<string | null>(null)
  const [typedReason, setTypedReason] = useState('')
  const canClose = state === 'idle' || canCancel
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
      if (event.key === 'Escape' && !event.isComposing && canClose) onClose()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [canClose, onClose])
  const submit = async () => {
    if (state === 'doing') return
    setState('doing')
    setError(null)
    try {
      await onConfirm(typedReason)
    } catch (failure) {
      const text = toError(failure).message
      if (isGone.current && !canCancel) showToast({ kind: 'error', title: `It failed: ${action}`, text })
      setError(text)
      setState('idle')
    }
  }
  return (
    <Dialog open title={title} onClose={onClose} canClose={canClose} behind={null}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        {reason && <ReasonField value={typedReason} onValueChange={setTypedReason} hint={reason.hint} />}
        {error !== null && (
          <p role="alert" className="font-medium text-danger">
            {error}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose} disabled={!canClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={state === 'doing'}
            disabled={!isReady || (reason?.isRequired === true && typedReason.trim() === '')}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
